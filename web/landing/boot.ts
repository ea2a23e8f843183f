/**
 * The document's only inline script. Runs before the first paint: marks for the styles that scripts run, that the visit
 * is new, that the window is too narrow for the menu (client/fold-menu.ts), and that the URL is the back office's
 * (`#/…`), which hides the landing page.
 *
 * Typefaces (fonts.css) and loader come after the first paint, so that a slow connection brings the heading and its picture
 * first; in a tab that does not paint they come after some seconds. A browser that has the page in its cache has the
 * typefaces too, and draws them at once. The back office's loader comes as soon as the document is complete.
 */
export const bootScript = `{${[
  "const d=document.documentElement.dataset,n=performance.getEntriesByType('navigation')[0];d.script='on'",
  "if(n?.type==='navigate'){d.visit='new';if(n.deliveryType!=='cache')d.fonts='later'}",
  "if(matchMedia('(max-width:63.99rem)').matches)d.folded=''",
  "if(/^#\\/./.test(location.hash))d.view='admin'",
  // Loads the loader once, after the document that names it.
  "let l=()=>{l=()=>{};const s=document.createElement('script');s.type='module';s.fetchPriority='low';s.src=document.getElementById('loader').dataset.src;document.body.append(s)}",
  "const r=()=>document.readyState==='loading'?addEventListener('DOMContentLoaded',()=>l()):l()",
  'const f=()=>{delete d.fonts;r()}',
  "if(d.view)r();new PerformanceObserver(e=>e.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:true});setTimeout(f,3000)",
].join(';')}}`;
