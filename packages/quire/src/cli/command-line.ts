import { type BackupCommand, parseBackup, parseRestore, type RestoreOptions } from './backup-options.ts'
import { type CommandName, COMMANDS } from './commands.ts'
import { type JobsChoice, jobsChoice, type JobsCommand, parseJobs } from './jobs-options.ts'
import { type CommonOptions, commonFlags, givenText, parse, wholeNumber, wrong } from './given-options.ts'

export interface ServeOptions extends CommonOptions {
  readonly host?: string
  readonly port?: number
  readonly migrate: boolean
  readonly workers: number
  /** Runs background jobs only, or none. */
  readonly jobs?: JobsChoice
}

export interface MigrateOptions extends CommonOptions {
  readonly destructive: boolean
}

export interface CreateUserOptions extends CommonOptions {
  readonly collection: string
  /** Null for service accounts. */
  readonly email: string | null
  readonly data?: string
}

export interface RunOptions extends CommonOptions {
  readonly file: string
  readonly args: readonly string[]
}

export interface SetPasswordOptions extends CommonOptions {
  readonly collection: string
  readonly email: string
  readonly resetFactors: boolean
}

export interface ExportCommandOptions extends CommonOptions {
  /** All collections and globals if empty. */
  readonly slugs: readonly string[]
  readonly out?: string
  readonly passwords: boolean
  readonly files: boolean
}

export interface ImportCommandOptions extends CommonOptions {
  readonly file?: string
  readonly merge: boolean
}

export interface DoctorOptions extends CommonOptions {
  readonly repair: boolean
  /** Also reads every file. */
  readonly files: boolean
  /** Also makes missing image sizes. */
  readonly objects: boolean
}

export const GENERATED = ['openapi', 'types'] as const

export type Generated = (typeof GENERATED)[number]

export interface GenerateOptions extends CommonOptions {
  /** Output file; standard output by default. */
  readonly out?: string
}

export type Command =
  | { readonly name: 'help'; readonly topic: CommandName | undefined }
  | { readonly name: 'version' }
  | { readonly name: 'dev' | 'start'; readonly options: ServeOptions }
  | { readonly name: 'migrate'; readonly options: MigrateOptions }
  | { readonly name: 'migrate status'; readonly options: CommonOptions }
  | { readonly name: 'migrate create'; readonly migration: string; readonly options: CommonOptions }
  | { readonly name: 'generate'; readonly what: Generated; readonly options: GenerateOptions }
  | { readonly name: 'create-user'; readonly options: CreateUserOptions }
  | { readonly name: 'set-password'; readonly options: SetPasswordOptions }
  | { readonly name: 'run'; readonly options: RunOptions }
  | { readonly name: 'export'; readonly options: ExportCommandOptions }
  | { readonly name: 'import'; readonly options: ImportCommandOptions }
  | { readonly name: 'doctor'; readonly options: DoctorOptions }
  | JobsCommand
  | BackupCommand
  | { readonly name: 'restore'; readonly options: RestoreOptions }

const serveFlags = {
  ...commonFlags,
  host: { type: 'string' },
  port: { type: 'string', short: 'p' },
  migrate: { type: 'boolean' },
  workers: { type: 'string' },
  jobs: { type: 'string' },
} as const
const migrateFlags = { ...commonFlags, destructive: { type: 'boolean' } } as const
const generateFlags = { ...commonFlags, out: { type: 'string', short: 'o' } } as const
const createUserFlags = {
  ...commonFlags,
  collection: { type: 'string' },
  email: { type: 'string' },
  service: { type: 'boolean' },
  data: { type: 'string' },
} as const

const setPasswordFlags = {
  ...commonFlags,
  collection: { type: 'string' },
  email: { type: 'string' },
  'reset-factors': { type: 'boolean' },
} as const
const exportFlags = {
  ...commonFlags,
  out: { type: 'string', short: 'o' },
  passwords: { type: 'boolean' },
  'no-files': { type: 'boolean' },
} as const
const importFlags = { ...commonFlags, merge: { type: 'boolean' } } as const
const doctorFlags = {
  ...commonFlags,
  repair: { type: 'boolean' },
  files: { type: 'boolean' },
  objects: { type: 'boolean' },
} as const

const MOST_WORKERS = 256
/** Throws a `CommandFailure` that names the mistake and the help. */
export function parseCommandLine(args: readonly string[]): Command {
  const [first, ...rest] = args
  if (first === '--version' || first === '-v') return { name: 'version' }
  if (first === '--help' || first === '-h') return { name: 'help', topic: undefined }
  if (first === undefined) throw wrong('No command was given.')
  const command = COMMANDS.find((name) => name === first)
  if (command === undefined) {
    throw wrong(first.startsWith('-') ? `There is no option '${first}' here.` : `There is no command '${first}'.`)
  }
  if (command === 'run') return parseRun(rest)
  if (rest.includes('--help') || rest.includes('-h')) return { name: 'help', topic: command }
  if (command === 'migrate') return parseMigrate(rest)
  if (command === 'generate') return parseGenerate(rest)
  if (command === 'create-user') return { name: command, options: parseCreateUser(rest) }
  if (command === 'set-password') return { name: command, options: parseSetPassword(rest) }
  if (command === 'export') return { name: command, options: parseExport(rest) }
  if (command === 'import') return { name: command, options: parseImport(rest) }
  if (command === 'doctor') return { name: command, options: parseDoctor(rest) }
  if (command === 'jobs') return parseJobs(rest)
  if (command === 'backup') return parseBackup(rest)
  if (command === 'restore') return { name: command, options: parseRestore(rest) }
  return { name: command, options: parseServe(command, rest) }
}

function parseServe(command: 'dev' | 'start', args: readonly string[]): ServeOptions {
  const { values } = parse(command, args, serveFlags)
  const { migrate = false } = values
  if (values.jobs === 'only' && values.workers !== undefined)
    throw wrong('--workers share a port, and --jobs only serves none. Start several processes instead.', command)
  return {
    ...givenText(command, 'config', values.config),
    ...givenText(command, 'host', values.host),
    ...(values.port !== undefined && { port: wholeNumber(command, 'port', values.port, 0, 65_535) }),
    ...jobsChoice(command, values.jobs),
    migrate,
    workers: values.workers === undefined ? 1 : wholeNumber(command, 'workers', values.workers, 1, MOST_WORKERS),
  }
}

function parseMigrate(args: readonly string[]): Command {
  const { values, positionals } = parse('migrate', args, migrateFlags, true)
  const options = givenText('migrate', 'config', values.config)
  const { destructive = false } = values
  const [action, migration, ...more] = positionals
  if (action === undefined) return { name: 'migrate', options: { ...options, destructive } }
  if (destructive) throw wrong(`--destructive only works with 'quire migrate' itself.`, 'migrate')
  if (action === 'status' && migration === undefined) return { name: 'migrate status', options }
  if (action === 'create' && migration === undefined) throw wrong('The name of the migration is missing.', 'migrate')
  if (action === 'create' && migration !== undefined && more.length === 0) {
    return { name: 'migrate create', migration, options }
  }
  throw wrong(`There is no command 'migrate ${positionals.join(' ')}'.`, 'migrate')
}

function parseGenerate(args: readonly string[]): Command {
  const { values, positionals } = parse('generate', args, generateFlags, true)
  const what = GENERATED.find((one) => one === positionals[0])
  if (positionals.length === 0) throw wrong(`Name what to generate: ${GENERATED.join(' or ')}.`, 'generate')
  if (what === undefined || positionals.length > 1)
    throw wrong(`There is no command 'generate ${positionals.join(' ')}'.`, 'generate')
  const options = { ...givenText('generate', 'config', values.config), ...givenText('generate', 'out', values.out) }
  return { name: 'generate', what, options }
}

function parseCreateUser(args: readonly string[]): CreateUserOptions {
  const { values } = parse('create-user', args, createUserFlags)
  const { collection, email, service = false } = values
  if (service && email !== undefined)
    throw wrong('A service account has no address. Leave --email or --service out.', 'create-user')
  for (const [name, value] of Object.entries({ collection, ...(!service && { email }) })) {
    if (value === undefined || value === '') throw wrong(`--${name} is missing.`, 'create-user')
  }
  return {
    ...givenText('create-user', 'config', values.config),
    ...givenText('create-user', 'data', values.data),
    collection: collection ?? '',
    email: service ? null : (email ?? ''),
  }
}

function parseSetPassword(args: readonly string[]): SetPasswordOptions {
  const { values } = parse('set-password', args, setPasswordFlags)
  const { collection, email } = values
  for (const [name, value] of Object.entries({ collection, email })) {
    if (value === undefined || value === '') throw wrong(`--${name} is missing.`, 'set-password')
  }
  return {
    ...givenText('set-password', 'config', values.config),
    collection: collection ?? '',
    email: email ?? '',
    resetFactors: values['reset-factors'] ?? false,
  }
}

function parseExport(args: readonly string[]): ExportCommandOptions {
  const { values, positionals } = parse('export', args, exportFlags, true)
  return {
    ...givenText('export', 'config', values.config),
    ...givenText('export', 'out', values.out),
    slugs: positionals,
    passwords: values.passwords ?? false,
    files: !values['no-files'],
  }
}

function parseImport(args: readonly string[]): ImportCommandOptions {
  const { values, positionals } = parse('import', args, importFlags, true)
  const [file, ...more] = positionals
  if (more.length > 0) throw wrong('Import one file at a time.', 'import')
  return {
    ...givenText('import', 'config', values.config),
    ...(file !== undefined && { file }),
    merge: values.merge ?? false,
  }
}

function parseDoctor(args: readonly string[]): DoctorOptions {
  const { values } = parse('doctor', args, doctorFlags)
  const { repair = false, files = false, objects = false } = values
  return { ...givenText('doctor', 'config', values.config), repair, files, objects }
}

/** Our options precede the file; everything after it belongs to the script. */
function parseRun(args: readonly string[]): Command {
  const takesValue = (arg: string | undefined) => arg === '-c' || arg === '--config'
  const at = args.findIndex((arg, index) => !arg.startsWith('-') && !takesValue(args[index - 1]))
  const own = at === -1 ? args : args.slice(0, at)
  if (own.includes('--help') || own.includes('-h')) return { name: 'help', topic: 'run' }
  const { values } = parse('run', own, commonFlags)
  const file = at === -1 ? undefined : args[at]
  if (!file) throw wrong('The file to run is missing.', 'run')
  return { name: 'run', options: { ...givenText('run', 'config', values.config), file, args: args.slice(at + 1) } }
}
