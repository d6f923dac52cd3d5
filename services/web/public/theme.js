// Before the first paint, so that nothing flashes: the theme that was chosen on this device.
try {
  const theme = localStorage.getItem('tidemark.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the theme is that of the system.
}
