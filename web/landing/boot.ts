/**
 * The document's only inline script. Runs before the first paint: marks for the styles that scripts run, that the visit
 * is new, that the window is too narrow for the menu (client/fold-menu.ts), and that the URL is the back office's
 * (`#/…`), which hides the landing page.
 */
export const bootScript =
  "var d=document.documentElement.dataset;d.script='on';if(performance.getEntriesByType('navigation')[0]?.type==='navigate')d.visit='new';if(matchMedia('(max-width:63.99rem)').matches)d.folded='';if(/^#\\/./.test(location.hash))d.view='admin'";
