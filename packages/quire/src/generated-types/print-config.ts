import {
  BUILT_IN_TYPES,
  type FieldDefinition,
  type FieldDefinitions,
  type PluginApi,
  type PluginConfig,
  type PluginEntityApi,
  type QuireConfig,
  OPERANDS,
  OPERATOR_TABLE,
  type Operator,
  partOperators,
} from '@quirecms/core'
import { memberName, printSchema } from './print-schema.ts'

const OPTIONS = [
  'required',
  'localized',
  'many',
  'unique',
  'from',
  'options',
  'to',
  'collection',
  'on',
  'writable',
  'only',
] as const

/** Prints a configuration as a type: its shape, without secrets and functions. */
export function printConfig(
  { collections, globals = {}, localization, jobs = {} }: QuireConfig,
  plugins: readonly PluginConfig[],
): string {
  const apis = plugins.flatMap(({ key, api }) => (api ? [{ key, api: withoutWords(api) }] : []))
  const entities = (all: Entities, kind: 'collections' | 'globals') => {
    const options = apis.flatMap(({ api }) => api[kind]?.option ?? [])
    return printMembers(
      Object.entries(all).map(([slug, entity]) => [slug, printEntity(entity, options, '    ')]),
      '  ',
    )
  }
  const locales = localization && {
    locales: localization.locales,
    defaultLocale: localization.defaultLocale,
  }
  // Only jobs that clients may queue.
  const queueable = Object.entries(jobs).flatMap(([name, job]) => {
    const input: unknown = job.input
    return job.access?.queue ? [[name, { ...(isObject(input) && { input }), isQueueable: true }] as const] : []
  })
  return printMembers(
    [
      ['collections', entities(collections, 'collections')],
      ['globals', entities(globals, 'globals')],
      ...(locales ? ([['localization', printValue(locales, '  ')]] as const) : []),
      ...(apis.length > 0 ? ([['plugins', printValue(apis, '  ')]] as const) : []),
      ...(queueable.length > 0 ? ([['jobs', printValue(Object.fromEntries(queueable), '  ')]] as const) : []),
    ],
    '',
  )
}

type Entities = Readonly<Record<string, { readonly fields: FieldDefinitions }>>

/** What types follow from, without summaries and descriptions. */
function withoutWords({ key, methods, collections, globals }: PluginApi): PluginApi {
  const plain = (all: PluginApi['methods']) =>
    Object.fromEntries(
      Object.entries(all).map(([name, { summary: _s, description: _d, status: _t, ...method }]) => [name, method]),
    )
  const ofEntity = (api: PluginEntityApi): PluginEntityApi => ({
    ...api,
    ...(api.methods && { methods: plain(api.methods) }),
  })
  return {
    key,
    methods: plain(methods),
    ...(collections && { collections: ofEntity(collections) }),
    ...(globals && { globals: ofEntity(globals) }),
  }
}

function printEntity(
  { fields, ...options }: { readonly fields: FieldDefinitions },
  ofPlugins: readonly string[],
  indent: string,
): string {
  const features = { ...pick(options, ofPlugins), ...featuresOf(options) }
  const told = Object.entries(features).filter(([, value]) => value !== undefined)
  return printMembers(
    [
      ...told.map(([name, value]) => [name, printValue(value, `${indent}  `)] as const),
      ['fields', printFields(fields, `${indent}  `)],
    ],
    indent,
  )
}

function featuresOf(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { auth, trash, versions, locks, upload, authors, comments, search } = options
  return {
    auth: isObject(auth) ? authOf(auth) : auth,
    trash: isObject(trash) ? true : trash,
    versions: isObject(versions)
      ? {
          drafts: isObject(versions['drafts'])
            ? switched(pick(versions['drafts'], DRAFT_FEATURES))
            : versions['drafts'],
        }
      : versions,
    locks: isObject(locks) ? true : locks,
    upload: isObject(upload) ? { ...pick(upload, ['sizes']), ...switched(pick(upload, UPLOAD_FEATURES)) } : upload,
    authors,
    comments,
    // Clients only need to know that there is a search.
    search: search && { fields: [] },
  }
}

const AUTH_FEATURES = ['apiKeys', 'recovery', 'verification', 'invitations', 'lockout', 'passkeys', 'totp']
const UPLOAD_FEATURES = ['folders', 'tags', 'images']
const DRAFT_FEATURES = ['autosave', 'validate', 'schedule']

/** Clients know that there are providers, but not which. */
function authOf(auth: Options): Options {
  const { passwords, accounts, providers } = auth
  return {
    ...switched(pick(auth, AUTH_FEATURES)),
    ...(passwords === false && { passwords }),
    ...(isObject(accounts) && { accounts: pick(accounts, ['service']) }),
    ...(isObject(providers) && { providers: {} }),
  }
}

type Options = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Options {
  return typeof value === 'object' && value !== null
}

function pick(options: Options, names: readonly string[]): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => names.includes(name) && value !== undefined),
  )
}

function switched(options: Options): Options {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, value !== false]))
}

function printFields(fields: FieldDefinitions, indent: string): string {
  const visible = Object.entries(fields).filter(([, { options }]) => !(options as { hidden?: unknown }).hidden)
  return printMembers(
    visible.map(([name, field]) => [name, printField(field, `${indent}  `)]),
    indent,
  )
}

function printField({ type, options }: FieldDefinition, indent: string): string {
  const given = options as Readonly<Record<string, unknown>>
  const inner = `${indent}  `
  const told: [string, string][] = OPTIONS.flatMap((name) =>
    given[name] === undefined || typeof given[name] === 'function'
      ? []
      : [[name, printValue(name === 'options' ? withoutLabels(given[name]) : given[name], inner)]],
  )
  // The default value stays private; its presence makes the field optional on create.
  if (given['default'] !== undefined) told.push(['default', 'unknown'])
  if ((given['access'] as { read?: unknown } | undefined)?.read !== undefined)
    told.push(['access', '{ readonly read: unknown }'])
  // Fields with a condition may be omitted as well.
  if ((given['admin'] as { showIf?: unknown } | undefined)?.showIf !== undefined)
    told.push(['admin', '{ readonly showIf: object }'])
  if (type.structure === 'computed' && type.join(options) === null) told.push(['value', '() => unknown'])
  if (!(BUILT_IN_TYPES as readonly string[]).includes(type.name))
    told.push(['~types', printTypes({ type, options }, inner)])
  if (given['fields']) told.push(['fields', printFields(given['fields'] as FieldDefinitions, inner)])
  if (given['blocks']) told.push(['blocks', printBlocks(given['blocks'] as Blocks, inner)])
  return `{ readonly type: ${JSON.stringify(type.name)}; readonly options: ${printMembers(told, indent)} }`
}

type Blocks = Readonly<Record<string, { readonly fields: FieldDefinitions }>>

function printBlocks(blocks: Blocks, indent: string): string {
  return printMembers(
    Object.entries(blocks).map(([name, { fields }]) => [
      name,
      `{ readonly fields: ${printFields(fields, `${indent}  `)} }`,
    ]),
    indent,
  )
}

function withoutLabels(options: unknown): unknown {
  return (options as readonly (string | { readonly value: string })[]).map((one) =>
    typeof one === 'string' ? one : one.value,
  )
}

/** Prints a value as a literal type, without functions. */
function printValue(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `readonly [${value.map((one) => printValue(one, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'unknown'
  const members = Object.entries(value).filter(([, one]) => typeof one !== 'function' && one !== undefined)
  return printMembers(
    members.map(([name, one]) => [name, printValue(one, `${indent}  `)]),
    indent,
  )
}

function printMembers(members: readonly (readonly [name: string, type: string])[], indent: string): string {
  if (members.length === 0) return '{}'
  const lines = members.map(([name, type]) => `${indent}  readonly ${memberName(name)}: ${type}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

/**
 * Types of custom field types (`FieldTypes`), from their schema and operators: programs that read this file lack the
 * plugin.
 */
function printTypes({ type, options }: FieldDefinition, indent: string): string {
  const value = printSchema(type.schema(options), indent)
  const parts = Object.entries(type.parts).map(
    ([name, { gives }]) => `readonly ${memberName(name)}: ${printConditions(partOperators(gives), kindOf(gives))}`,
  )
  return [
    `{ readonly value: ${value}`,
    `readonly where: ${printConditions(type.operators(options), value)}`,
    `readonly parts: { ${parts.join('; ')} }`,
    `readonly sortable: ${type.sortable(options)} }`,
  ].join('; ')
}

function kindOf(gives: 'text' | 'number'): string {
  return gives === 'text' ? 'string' : 'number'
}

function printConditions(operators: readonly Operator[], value: string): string {
  const members = operators.map((name) => `${name}?: ${OPERANDS[OPERATOR_TABLE[name].takes].print(value)}`)
  return members.length === 0 ? '{}' : `{ ${members.join('; ')} }`
}
