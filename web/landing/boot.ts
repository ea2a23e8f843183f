/**
 * The document's only inline script. Runs before the first paint: marks for the styles that scripts run, that the visit
 * is new, that the window is too narrow for the menu (client/fold-menu.ts), and that the URL is the back office's
 * (`#/…`), which hides the landing page.
 *
 * On a first visit the typefaces load after the first paint (fonts.css), so that a slow connection brings the heading and
 * its picture first. A browser that has the page in its cache has the typefaces too, and draws them at once.
 */
export const bootScript =
  "var d=document.documentElement.dataset,n=performance.getEntriesByType('navigation')[0];d.script='on';if(n?.type==='navigate'){d.visit='new';if(n.deliveryType!=='cache'){d.fonts='later';var f=()=>delete d.fonts;new PerformanceObserver(l=>l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:true});setTimeout(f,3000)}}if(matchMedia('(max-width:63.99rem)').matches)d.folded='';if(/^#\\/./.test(location.hash))d.view='admin'";
