// Copies type declarations between packages. Some packages need only types of another one, and include them, so that
// users don't have to install the other package. Copies just the declarations that are used, with all that these use:
// whole files would lead to the server, Node and database drivers, whose types a browser program does not have.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Removes declaration files that no entry of the package reaches, because no user can import them. */
export function keepReachable(types, entries) {
  const reached = new Set()
  const reach = (file) => {
    if (reached.has(file)) return
    reached.add(file)
    // Examples in comments contain imports, too.
    const text = readFileSync(join(types, file), 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '')
    for (const [, from] of text.matchAll(/(?:from |import\()['"](\.[^'"]+\.tsx?)['"]/g)) reach(fileAt(file, from))
  }
  for (const entry of entries) reach(entry)
  for (const file of globSync('**/*.d.ts', { cwd: types })) if (!reached.has(file)) rmSync(join(types, file))
}

/**
 * @param types Folder of a package's declarations, as the compiler wrote them.
 * @param name The package whose types they import; `source` is the folder of its declarations, and `entries` has the
 * declarations of each path that it exports. The needed ones are written to `target`.
 */
export function bringTypes({ types, name, source, target, entries }) {
  const modules = new Map()
  const wanted = new Map()
  for (const file of globSync('**/*.d.ts', { cwd: types })) {
    const path = join(types, file)
    const text = readFileSync(path, 'utf8')
    const imported = new RegExp(`((?:import|export) type )\\{([^}]*)\\}( from ')${name}((?:/[\\w-]+)?)'`, 'g')
    const index = relative(dirname(path), join(target, 'index.ts'))
    const changed = text.replaceAll(imported, (_, before, names, from, subpath) => {
      for (const { own } of namesIn(names)) wanted.set(own, entryOf(subpath))
      return `${before}{${names}}${from}${index.startsWith('.') ? index : `./${index}`}'`
    })
    if (changed.includes(`'${name}'`) || changed.includes(`'${name}/`))
      throw new Error(`${file}: only "import type { … } from '${name}'", or "export type", can be brought along`)
    writeFileSync(path, changed)
  }
  if (wanted.size === 0) return
  const keep = new Map()
  const found = [...wanted].map(([one, entry]) => ({ one, ...need(entry, one) }))
  for (const [file, names] of keep) {
    const path = join(target, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, shaken(moduleAt(file), names))
  }
  const exports = found.map(({ one, file, local }) => {
    const as = local === one ? one : `${local} as ${one}`
    return `export type { ${as} } from './${file.replace(/\.d\.ts$/, '.ts')}';\n`
  })
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'index.d.ts'), exports.join(''))

  function entryOf(path) {
    const entry = entries[`.${path}`]
    if (entry === undefined) throw new Error(`${name} exports no ${path}`)
    return entry
  }

  function moduleAt(file) {
    if (!modules.has(file)) modules.set(file, parse(file, readFileSync(join(source, file), 'utf8')))
    return modules.get(file)
  }

  /** Keeps the declaration of a name, and all that it uses. Returns the file and the local name of it. */
  function need(file, asked) {
    const { declared, imports, exported, all } = moduleAt(file)
    const declaration = declared.get(asked)
    if (declaration) {
      const names = keptOf(file)
      if (names.has(asked)) return { file, local: asked }
      names.add(asked)
      for (const [one] of declaration.matchAll(/[A-Za-z_$][\w$]*/g))
        if (one !== asked && (declared.has(one) || imports.has(one))) need(file, one)
      return { file, local: asked }
    }
    const from = imports.get(asked) ?? exported.get(asked)
    if (from?.file === null) {
      if (exported.has(asked)) keptOf(file).add(asked)
      return { file, local: asked }
    }
    if (from) return need(from.file, from.name)
    const holder = all.find((each) => offers(each, asked))
    if (holder) return need(holder, asked)
    throw new Error(`${file} of ${name} has no ${asked}`)
  }

  /** Whether a file exports the name, also by re-export. */
  function offers(file, asked) {
    const { declared, exported, all } = moduleAt(file)
    return declared.has(asked) || exported.has(asked) || all.some((each) => offers(each, asked))
  }

  function keptOf(file) {
    const names = keep.get(file) ?? new Set()
    keep.set(file, names)
    return names
  }
}

/** The compiler starts each statement at the beginning of a line and indents the rest of it. */
function parse(file, text) {
  const statements = text.split(/\n(?=(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n)?(?:export|import|declare|interface|type)\b)/)
  const declared = new Map()
  const imports = new Map()
  const exported = new Map()
  const all = []
  let comment = ''
  for (const statement of statements) {
    // A reference to the types of Node stays behind: what is brought along must do without them.
    const code = statement.replaceAll(/^\/\/\/ <reference .*$/gm, '').trim()
    if (code.startsWith('/**') && code.endsWith('*/')) {
      comment = `${code}\n`
      continue
    }
    const [, names, from] = /^(?:import|export) (?:type )?\{([^}]*)\} from ['"]([^'"]+)['"]/.exec(code) ?? []
    const [, star] = /^export (?:type )?\* from ['"]([^'"]+)['"]/.exec(code) ?? []
    const [, own] = /(?:interface|type|const|class|function) (\w+)/.exec(code.replace(/^\/\*\*[^]*?\*\/\s*/, '')) ?? []
    const [, space, whole] = /^import type \* as (\w+) from ['"]([^'".][^'"]*)['"]/.exec(code) ?? []
    if (space !== undefined) imports.set(space, { file: null, name: '*', from: whole })
    else if (names !== undefined)
      for (const { own: name, as } of namesIn(names))
        (code.startsWith('import') ? imports : exported).set(as, { file: fileAt(file, from), name, from })
    else if (star !== undefined) all.push(fileAt(file, star))
    else if (own !== undefined) declared.set(own, `${declared.get(own) ?? ''}${comment}${code}\n`)
    else if (code !== '' && code !== 'export {};') throw new Error(`${file}: what is this? ${code.slice(0, 80)}`)
    comment = ''
  }
  return { file, declared, imports, exported, all }
}

/** Returns null for a module of another package. */
function fileAt(file, from) {
  if (!from.startsWith('.')) return null
  return join(dirname(file), from.replace(/(\.d)?\.tsx?$/, '.d.ts'))
}

function namesIn(list) {
  return list
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => one !== '')
    .map((one) => ({ own: one.split(/\s+as\s+/)[0], as: one.split(/\s+as\s+/).at(-1) }))
}

/** Renders a file with the given declarations, their imports, and re-exports from other packages. */
function shaken({ declared, imports, exported }, names) {
  const kept = [...declared].filter(([one]) => names.has(one)).map(([, code]) => code)
  const code = kept.join('')
  const used = new Set(code.match(/[A-Za-z_$][\w$]*/g))
  const lines = [...imports].filter(([as]) => used.has(as)).map(([as, origin]) => handedOn('import', as, origin))
  const handed = [...exported]
    .filter(([as, { file }]) => file === null && names.has(as))
    .map(([as, origin]) => handedOn('export', as, origin))
  return `${lines.join('')}${handed.join('')}${code}export {};\n`
}

function handedOn(how, as, { name, from }) {
  if (name === '*') return `${how} type * as ${as} from '${from}';\n`
  return `${how} type { ${name === as ? as : `${name} as ${as}`} } from '${from}';\n`
}
