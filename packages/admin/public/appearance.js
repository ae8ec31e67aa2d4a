// Applied before anything is painted, so that nobody sees a flash of the wrong theme. A file of its own, because the
// Content-Security-Policy allows no script inside the page.
{
  const kept = JSON.parse(localStorage.getItem('quire.appearance') ?? '{}')
  const root = document.documentElement
  if (kept.theme === 'light' || kept.theme === 'dark') root.dataset.theme = kept.theme
  if (kept.density === 'compact') root.dataset.density = 'compact'
  if (typeof kept.language === 'string') root.lang = kept.language
}
