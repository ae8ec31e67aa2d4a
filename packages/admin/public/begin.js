// Before the app itself has come: begins with what its first screen is going to need. The app would ask for one after the other once it runs, and on a slow
// network each way to the service and back is long. src/data/client.ts takes the answers from here.
;(() => {
  const base = new URL(document.baseURI).pathname
  const [kind = '', slug, id] = location.pathname.slice(base.length).split('/').filter(Boolean)
  const ask = (path) => {
    const answer = fetch(path, { headers: { accept: 'application/json' } })
    // Whoever takes it hears of a failure.
    answer.catch(() => undefined)
    return answer
  }
  const isOutside = [
    'sign-in',
    'first-user',
    'forgot-password',
    'reset-password',
    'verify',
    'accept-invitation',
  ].includes(kind)
  const paths = ['/api/schema', ...(isOutside ? [] : ['/api/auth/me'])]
  globalThis.quireBegun = new Map(paths.map((path) => [path, ask(path)]))

  const screen =
    kind === ''
      ? 'home'
      : kind === 'globals'
        ? 'global'
        : kind === 'collections'
          ? id
            ? 'document'
            : slug && 'list'
          : undefined
  const named = document.querySelector('meta[name="quire-screens"]')?.content.split(' ') ?? []
  const [, files = ''] = named.find((entry) => entry.startsWith(`${screen}=`))?.split('=') ?? []
  for (const file of files.split(',').filter(Boolean)) {
    const link = document.createElement('link')
    Object.assign(link, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' })
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
})()
