/**
 * The document's only inline script. Runs before the first paint: marks for the styles that scripts run, that the visit
 * is new, that the window is too narrow for the menu (client/fold-menu.ts), and that the URL is the back office's
 * (`#/…`), which hides the landing page.
 *
 * On a first visit the typefaces load after the first paint (fonts.css), so that a slow connection brings the heading and
 * its picture first. A browser that has the page in its cache has the typefaces too, and draws them at once. For the same
 * reason the loader is requested after the first paint, or after a second in a tab that does not paint; at once for the
 * back office.
 */
export const bootScript = `{${[
  "let d=document.documentElement.dataset,n=performance.getEntriesByType('navigation')[0];d.script='on'",
  "if(n?.type==='navigate'){d.visit='new';if(n.deliveryType!=='cache'){d.fonts='later';const f=()=>delete d.fonts;new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:true});setTimeout(f,3000)}}",
  "if(matchMedia('(max-width:63.99rem)').matches)d.folded=''",
  "if(/^#\\/./.test(location.hash))d.view='admin'",
  "let l=()=>{l=()=>{};const s=document.createElement('script');s.type='module';s.src=document.getElementById('loader').dataset.src;document.body.append(s)}",
  "addEventListener('DOMContentLoaded',()=>{if(d.view)l();else{requestAnimationFrame(()=>setTimeout(()=>l()));setTimeout(()=>l(),1000)}})",
].join(';')}}`;
