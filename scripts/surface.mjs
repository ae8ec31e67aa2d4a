// `npm run surface`: writes the public surface to docs/surface/: everything that applications and plugins can import,
// as the compiler declares it. With `--check`, used by `npm run check`, it compares instead, so that every change of
// the surface shows in the review.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareReports } from './compare-reports.mjs'
import { namedConstants } from './named-constants.mjs'

// TypeScript 7 has no API for programs yet.
const ts = createRequire(new URL('../compilers/typescript-6/package.json', import.meta.url))('typescript')

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, 'docs/surface')

const PUBLIC = {
  quirecms: 'quire.txt',
  'quirecms/plugin': 'quire-plugin.txt',
  'quirecms/testing': 'quire-testing.txt',
  '@quirecms/sdk': 'sdk.txt',
  '@quirecms/sdk/html': 'sdk-html.txt',
  '@quirecms/sdk/preview': 'sdk-preview.txt',
  '@quirecms/sdk/rich-text': 'sdk-rich-text.txt',
  '@quirecms/s3': 's3.txt',
  '@quirecms/admin/extensions': 'admin-extensions.txt',
  '@quirecms/color': 'color.txt',
  '@quirecms/purge': 'purge.txt',
  '@quirecms/purge/api': 'purge-api.txt',
  '@quirecms/audit': 'audit.txt',
  '@quirecms/audit/client': 'audit-client.txt',
  '@quirecms/webhooks': 'webhooks.txt',
  '@quirecms/webhooks/api': 'webhooks-api.txt',
  '@quirecms/webhooks/verify': 'webhooks-verify.txt',
}

/** Schemas and lists behind public types; the types only name them. */
const VALUES = 'values.txt'

/** Modules for the other packages of this repository. They may change in any version. */
const INTERNAL = [
  '@quirecms/admin',
  '@quirecms/color/admin',
  '@quirecms/core',
  '@quirecms/core/feature',
  '@quirecms/core/fold-case',
  '@quirecms/core/geometry',
  '@quirecms/core/localized-text',
  '@quirecms/core/parse-json',
  '@quirecms/core/show-if',
  '@quirecms/core/slugify',
  '@quirecms/core/typed-problem',
  '@quirecms/features',
  '@quirecms/features/commands',
  '@quirecms/features/mails',
  '@quirecms/features/recognise',
  '@quirecms/features/services',
  '@quirecms/features/usual',
  '@quirecms/files',
  '@quirecms/files/guarded',
  '@quirecms/files/probe-folder',
  '@quirecms/files/work-folder',
  '@quirecms/s3/bucket',
  '@quirecms/server',
  '@quirecms/server/log',
  '@quirecms/sql',
  '@quirecms/sql/restore',
]

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const sources = entryPoints()
checkNames()
const reports = reportAll()
if (values.check) compare()
else write()

/** Returns every exported module of the published packages, with its source. */
function entryPoints() {
  const found = new Map()
  for (const place of ['packages', 'plugins'])
    for (const name of readdirSync(join(root, place))) {
      const file = join(root, place, name, 'package.json')
      const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { private: true }
      if (manifest.private) continue
      for (const [path, source] of Object.entries(manifest.exports ?? {}))
        found.set(manifest.name + path.slice(1), join(root, place, name, source))
    }
  return found
}

/** Fails for an unlisted module, so that no module becomes public by accident. */
function checkNames() {
  const known = [...Object.keys(PUBLIC), ...INTERNAL]
  const unknown = [...sources.keys()].filter((name) => !known.includes(name))
  const gone = known.filter((name) => !sources.has(name))
  if (unknown.length > 0) stop(`Say in scripts/surface.mjs whether these are public or internal: ${unknown.join(', ')}`)
  if (gone.length > 0) stop(`scripts/surface.mjs names what cannot be imported: ${gone.join(', ')}`)
}

function reportAll() {
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.base.json'), 'utf8'))
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    {
      ...compilerOptions,
      composite: false,
      declaration: true,
      emitDeclarationOnly: true,
      jsx: 'react-jsx',
      lib: ['ESNext', 'DOM', 'DOM.Iterable'],
      // Resolved through node_modules, they would count as external, and the compiler would not emit their
      // declarations.
      paths: Object.fromEntries([...sources].map(([name, source]) => [name, [source]])),
    },
    root,
  )
  if (errors.length > 0) throw new Error(ts.flattenDiagnosticMessageText(errors[0].messageText, '\n'))
  const program = ts.createProgram(
    Object.keys(PUBLIC).map((name) => sources.get(name)),
    options,
  )
  const checker = program.getTypeChecker()
  const declarations = new Map()

  const named = new Map(Object.keys(PUBLIC).map((name) => [name, namesOf(name)]))
  const behind = namedConstants(ts, checker, [...named.values()].flat().map(resolved), isOurs)
  const valueTexts = behind.flatMap(valueText).toSorted((a, b) => (a < b ? -1 : 1))
  return new Map([
    ...Object.entries(PUBLIC).map(([name, file]) => [file, report(name, 'names', named.get(name).map(textOf))]),
    [VALUES, report('What `typeof` names behind the public types', 'values', valueTexts)],
  ])

  function namesOf(name) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(sources.get(name)))
    return checker.getExportsOfModule(module).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  function report(title, what, lines) {
    return `${title}: ${lines.length} ${what}\n\n${lines.join('\n')}`
  }

  function resolved(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  function isOurs(sourceFile) {
    return sourceFile.fileName.startsWith(`${root}/`) && !sourceFile.fileName.includes('/node_modules/')
  }

  /** Returns nothing for symbols without a declaration of their own, such as parameters. */
  function valueText(symbol) {
    const declared = declarationsOf(symbol.declarations[0].getSourceFile()).get(symbol.name)
    return declared === undefined ? [] : [declared]
  }

  function textOf(exported) {
    const symbol = resolved(exported)
    const [node] = symbol.declarations
    const declared = declarationsOf(node.getSourceFile()).get(symbol.name)
    if (declared === undefined) throw new Error(`The compiler declares no ${symbol.name}.`)
    const own = new RegExp(`^((?:[a-z]+ )+)${symbol.name.replaceAll('$', String.raw`\$`)}\\b`, 'gm')
    return declared.replaceAll(own, `$1${exported.name}`)
  }

  function declarationsOf(sourceFile) {
    const known = declarations.get(sourceFile.fileName)
    if (known) return known
    let code = ''
    program.emit(sourceFile, (_, text) => (code = text), undefined, true)
    const declared = ts.createSourceFile('declared.d.ts', code, ts.ScriptTarget.ESNext)
    const printer = ts.createPrinter({ removeComments: true })
    const texts = new Map()
    for (const statement of declared.statements) {
      const name = statement.name?.text ?? statement.declarationList?.declarations[0]?.name.text
      if (name === undefined) continue
      const text = printer.printNode(ts.EmitHint.Unspecified, statement, declared)
      texts.set(name, `${texts.get(name) ?? ''}${text.replace(/^(?:export |declare |default )+/, '')}\n`)
    }
    declarations.set(sourceFile.fileName, texts)
    return texts
  }
}

function write() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [file, text] of reports) {
    writeFileSync(join(folder, file), text)
    console.log(`docs/surface/${file}: ${text.slice(0, text.indexOf('\n'))}`)
  }
}

function compare() {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const stored = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  const lines = compareReports(stored, reports)
  if (lines.length === 0) return
  for (const line of lines) console.log(line)
  stop('\nThe public surface has changed. If that is meant, renew the report and commit it: npm run surface')
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
