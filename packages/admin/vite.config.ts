import { defineConfig, type Plugin } from 'vite'

/** A translation file, loaded on demand and named after its language. */
const LANGUAGE = /words[\\/]languages[\\/]([\w-]+)[\\/]([\w-]+)\.json$/

function languageOf(id: string): string | null {
  const [, language, part] = LANGUAGE.exec(id) ?? []
  return language === undefined ? null : `language-${language}-${part}`
}

/** Everything of a feature is in one chunk, except its description and routes. */
const FEATURE = /src[\\/]features[\\/]([\w-]+)[\\/](?!index\.tsx?$)/

/** Except the date inputs of the calendar: a card and the margin don't need the drag code. */
const CALENDAR = /schedule[\\/](calendar-screen|day-board|month-grid|plan-chip|use-move)\./

function featureOf(id: string): string | null {
  const [, name] = FEATURE.exec(id) ?? []
  if (name === undefined) return null
  return CALENDAR.test(id) ? `feature-${name}-calendar` : `feature-${name}`
}

/** Shared by several features, but not by the first screens. */
const LATER = [
  /src[\\/](design[\\/](fold-line|form-dialog|work-state)|words[\\/](access|profile|rich-text))\./,
  /src[\\/]data[\\/](translation-changes|use-(addressed-entry|invitations|lock|users))\./,
  /src[\\/]design[\\/]date-picker[\\/](date-text|month)\./,
  /src[\\/]fields[\\/](focus-field|field-row|use-issue-at|value-diff(\.module)?)\./,
  /src[\\/]screens[\\/](document[\\/](jump-to-field|name-at)|list[\\/](choice|use-uses-of-many)|profile[\\/]profile\.module)\./,
]

/** Shared by screens and features. */
const SHARED = [
  /lucide|src[\\/](design[\\/](?!filter-bar[\\/](path-input|facet-bar|builder)|date-picker[\\/](?!month\.))|(data|words|content)[\\/])/,
  /src[\\/](fields[\\/]use-failure-words|screens[\\/](document[\\/](document-margin\.module|state-mark)|home[\\/]entries))\./,
]

/** Chunks with their exclusive dependencies. */
const TOGETHER = {
  files: /src[\\/]fields[\\/](describe-files|use-(sifted|store)-files)\./,
  sorting: /@dnd-kit|src[\\/]fields[\\/]sortable/,
  /** Choosers of options, documents and paths. */
  choosing:
    /@base-ui[\\/]react[\\/]combobox|src[\\/](design[\\/](choice-input|filter-bar[\\/]path-input(\.module)?)|fields[\\/]document-picker)\./,
  dates: /src[\\/]design[\\/]date-picker[\\/](?!month\.)/,
  facets: /src[\\/]design[\\/]filter-bar[\\/](facet-bar|builder)/,
  'code-box': /src[\\/]fields[\\/](code-box|highlight|json-input)\./,
  diff: /src[\\/]fields[\\/]diff[\\/]/,
  'document-editor': /src[\\/]screens[\\/](document|globals)[\\/]/,
  /** Nearly every document uses one of them. */
  inputs: /src[\\/]fields[\\/](date|join|many-texts|relationship|rows|upload)-input\./,
  access: /src[\\/]screens[\\/]access[\\/]/,
  'command-palette': /src[\\/]app[\\/](command-palette|shortcuts-sheet)\./,
}

/** The first screens, with their names in public/begin.js. */
const SCREENS = {
  home: 'src/screens/home/home-screen.tsx',
  list: 'src/screens/list/list-screen.tsx',
  document: 'src/screens/document/document-screen.tsx',
  global: 'src/screens/globals/global-screen.tsx',
}

/** Writes the files of each screen into the page, so that the browser requests them before the app runs. */
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

/** `npm run build`, and `npm start` if the app is not built yet, build dist/app with this. */
export default defineConfig({
  root: import.meta.dirname,
  // The server sets <base>, so all URLs are relative.
  base: './',
  plugins: [namedScreens],
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2024',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // No inlining of small files: the Content-Security-Policy refuses data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // By default, the bundler creates a chunk for each set of screens that share code: 35 files before the first
          // screen, 75 for a document. With HTTP/1.1, browsers request six at a time.
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
        // 'use client' concerns server rendering only.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  server: { proxy: { '/api': process.env['QUIRE_API'] ?? 'http://127.0.0.1:3000' } },
})
