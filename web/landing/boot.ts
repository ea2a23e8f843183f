/**
 * The document's only inline script. It runs before the first paint: an address of the back office (`#/…`) hides the
 * landing page at once, and styles learn that scripts run.
 */
export const bootScript =
  "var d=document.documentElement.dataset;d.script='on';if(performance.getEntriesByType('navigation')[0]?.type==='navigate')d.visit='new';if(/^#\\/./.test(location.hash))d.view='admin'";
