import { defineConfig, type Plugin } from 'vite'

/** A file of a language: loaded by those who read it, and named so that one can see it. */
const LANGUAGE = /words[\\/]languages[\\/]([\w-]+)[\\/]([\w-]+)\.json$/

function languageOf(id: string): string | null {
  const [, language, part] = LANGUAGE.exec(id) ?? []
  return language === undefined ? null : `language-${language}-${part}`
}

/** Everything of a feature is in one file. What describes it, and can be asked at any moment, is part of the first load, and so not here. */
const FEATURE = /src[\\/]features[\\/]([\w-]+)[\\/](?!(index|routes|[\w-]+-(parts|link))\.tsx?$)/

/** Except for what is dragged from day to day: a card and a margin need no code for that. */
const CALENDAR = /schedule[\\/](calendar-screen|day-board|month-grid|plan-chip|use-move)\./

function featureOf(id: string): string | null {
  const [, name] = FEATURE.exec(id) ?? []
  if (name === undefined) return null
  return CALENDAR.test(id) ? `feature-${name}-calendar` : `feature-${name}`
}

/** What several features share, and none of the screens that people come to first. */
const LATER = [
  /src[\\/](design[\\/](fold-line|form-dialog|work-state)|words[\\/](access|isolated|rich-text|undo|users))\./,
  /src[\\/]data[\\/]use-(addressed-entry|invitations|readable-targets|users)\./,
  /src[\\/]fields[\\/](focus-first-field|single-field|use-issue-at|value-diff(\.module)?)\./,
  /src[\\/]screens[\\/](document[\\/](jump-to-field|name-at)|list[\\/](choice|use-uses-of-many)|profile[\\/]profile\.module)\./,
]

/** What screens share, and features on them. */
const SHARED = [
  /lucide|src[\\/](design[\\/](?!filter-bar[\\/](path-input|facet-bar|builder)|date-picker[\\/](?!month\.|weekday))|(data|words|content)[\\/])/,
  /src[\\/](fields[\\/]use-failure-words|screens[\\/](document[\\/](document-margin\.module|state-mark)|home[\\/]entries))\./,
]

/** What comes together, with whatever else it needs that none before it has. */
const TOGETHER = {
  files: /src[\\/]fields[\\/](describe-files|use-(sifted|store)-files)\./,
  /** By hand. */
  sorting: /@dnd-kit|src[\\/]fields[\\/]sortable/,
  /** An option, a document, or a path of the model. */
  choosing:
    /@base-ui[\\/]react[\\/]combobox|src[\\/](design[\\/](choice-input|filter-bar[\\/]path-input(\.module)?)|fields[\\/]document-picker)\./,
  dates: /src[\\/]design[\\/]date-picker[\\/](?!month\.|weekday)/,
  /** Of lists that hold no documents. */
  facets: /src[\\/]design[\\/]filter-bar[\\/](facet-bar|builder)/,
  'code-box': /src[\\/]fields[\\/](code-box|highlight|json-input)\./,
  diff: /src[\\/]fields[\\/]diff[\\/]/,
  'document-editor': /src[\\/]screens[\\/](document|globals)[\\/]/,
  /** Nearly every document has one of them. */
  inputs: /src[\\/]fields[\\/](date|join|many-texts|relationship|rows|upload)-input\./,
  access: /src[\\/]screens[\\/]access[\\/]/,
  'command-palette': /src[\\/]app[\\/](command-palette|shortcuts-sheet)\./,
}

/** Screens that people come to first, by the names that public/begin.js has for them. */
const SCREENS = {
  home: 'src/screens/home/home-screen.tsx',
  list: 'src/screens/list/list-screen.tsx',
  document: 'src/screens/document/document-screen.tsx',
  global: 'src/screens/globals/global-screen.tsx',
}

/** Tells the page which files each screen has besides those of the app itself, so that they are asked for before the app runs. */
const namedScreens: Plugin = {
  name: 'named-screens',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const withImports = (names: readonly string[], found = new Set<string>()): Set<string> => {
        for (const name of names.filter((one) => !found.has(one))) {
          found.add(name)
          withImports(chunks.find(({ fileName }) => fileName === name)?.imports ?? [], found)
        }
        return found
      }
      const first = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
      const screens = Object.entries(SCREENS).map(([screen, module]) => {
        const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(module)))
        const scripts = [...withImports(own ? [own.fileName] : [])].filter((name) => !first.has(name))
        const styles = chunks
          .filter(({ fileName }) => scripts.includes(fileName))
          .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        return `${screen}=${[...scripts, ...new Set(styles)].join(',')}`
      })
      const attrs = { name: 'quire-screens', content: screens.join(' ') }
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }]
    },
  },
}

/** `npm run build`, and `npm start` where the app is not built yet, make dist/app from this. */
export default defineConfig({
  root: import.meta.dirname,
  // The server says in a <base> where the app is, so that every address in it can be relative.
  base: './',
  plugins: [namedScreens],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Small files would be inlined as data: addresses, which the Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By itself, the bundler makes a file for each set of screens that share something, however little: 35 before the first
          // screen, 75 for a document. Over HTTP/1.1, browsers ask for six at a time.
          groups: [
            { name: 'app', tags: ['$initial'] },
            { name: (id) => languageOf(id), test: LANGUAGE },
            { name: 'later', test: (id) => LATER.some((one) => one.test(id)), includeDependenciesRecursively: false },
            { name: 'shared', test: (id) => SHARED.some((one) => one.test(id)), minShareCount: 2 },
            ...Object.entries(TOGETHER).map(([name, test]) => ({ name, test })),
            { name: (id) => featureOf(id), test: FEATURE },
          ],
        },
      },
      onLog: (level, log, report) => {
        // 'use client' is for servers that render; there is none here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  server: { proxy: { '/api': process.env['QUIRE_API'] ?? 'http://127.0.0.1:3000' } },
})
