// The service worker of push messages: shows an alarm, and opens its page when someone clicks on it. It caches nothing.

self.addEventListener('push', (event) => {
  const { title, text, link, acknowledgeLink, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag,
      icon: '/icon-192.png',
      requireInteraction: true,
      data: { link, acknowledgeLink },
      actions: acknowledgeLink === null ? [] : [{ action: 'acknowledge', title: 'Acknowledge' }],
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  const { link, acknowledgeLink } = event.notification.data;
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.action === 'acknowledge' ? acknowledgeLink : link));
});
