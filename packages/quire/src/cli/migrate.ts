import { type ApplyOptions, type MigrationStatus, QuireError } from '@quirecms/core'
import { createLogger } from '@quirecms/server/log'
import { type App, createApp } from '../create-app.ts'
import { CommandFailure } from './command-failure.ts'
import type { MigrateOptions } from './command-line.ts'
import type { CommonOptions } from './given-options.ts'
import { explainError } from './explain-error.ts'
import { loadApplication } from './load-application.ts'
import { showProgress } from './show-progress.ts'

export async function applyMigrations({ config, destructive }: MigrateOptions): Promise<void> {
  await withApp(config, async (app) => {
    const progress = showProgress(process.stderr)
    const options = { destructive: destructive ? true : ('leave' as const), onProgress: progress.tell }
    // Print the hints first: once the fields are recorded, new ones can't be told from old ones.
    for (const { hint } of (await app.storage.migrations.status()).pending)
      if (hint !== undefined) print(`hint: ${hint}`)
    const applied = await migrateStepByStep(app, options, (step) => print(step)).finally(progress.end)
    const left = (await app.storage.migrations.status({ counted: true })).pending
    if (applied > 0) print(`${applied} ${applied === 1 ? 'step' : 'steps'} applied.`)
    else if (left.length === 0) print('Nothing to do.')
    if (left.length > 0) print(leftAlone(left))
    for (const warning of await app.storage.migrations.warnings()) print(`warning: ${warning}`)
  })
}

/** `quire migrate status`. The exit code tells deployment scripts whether steps are missing. */
export async function showMigrations({ config }: CommonOptions): Promise<void> {
  await withApp(config, async (app) => {
    const { applied, pending } = await app.storage.migrations.status({ counted: true })
    for (const { description, appliedAt } of applied) print(`applied  ${appliedAt}  ${description}`)
    for (const { description, destructive, hint } of pending) {
      print(`pending  ${' '.repeat(24)}  ${description}${destructive ? ' (destroys data)' : ''}`)
      if (hint !== undefined) print(`hint     ${' '.repeat(24)}  ${hint}`)
    }
    for (const warning of await app.storage.migrations.warnings()) print(`warning: ${warning}`)
    print(summary(applied.length, pending))
    if (pending.some((step) => !step.destructive && !step.optional)) process.exitCode = 1
  })
}

function leftAlone(steps: MigrationStatus['pending']): string {
  const named = steps.map((step) => `- ${step.description}`).join('\n')
  return `Not applied, because they would destroy data:\n${named}\nTo apply them too, run: quire migrate --destructive`
}

function summary(applied: number, pending: MigrationStatus['pending']): string {
  const lost = pending.filter((step) => step.destructive).length
  return `${applied} applied, ${pending.length} pending${lost === 0 ? '' : `, ${lost} of them destructive`}.`
}

/** Applies pending steps and reports each. Resolves to their number. */
export async function migrateStepByStep(
  app: App,
  options: ApplyOptions,
  tell: (step: string) => void,
): Promise<number> {
  const { migrations } = app.storage
  const before = (await migrations.status()).applied.length
  let failure: unknown
  try {
    await app.migrate(options)
  } catch (error) {
    failure = error
  }
  const { applied, pending } = await migrations.status().catch((error: unknown) => {
    throw failure ?? error
  })
  for (const { description } of applied.slice(before)) tell(description)
  if (failure === undefined) return applied.length - before
  // Stored content prevents the step; the error says which.
  if (failure instanceof QuireError && failure.code === 'conflict')
    throw new CommandFailure(explainError(failure), { cause: failure })
  const step = pending.find(({ destructive }) => options.destructive === true || !destructive)
  throw new CommandFailure(
    `${step ? `'${step.description}' failed` : 'The migration failed'}: ${explainError(failure)}`,
    {
      cause: failure,
    },
  )
}

async function withApp(config: string | undefined, work: (app: App) => Promise<void>): Promise<void> {
  const { config: checked, folder, migrations } = await loadApplication(config)
  const log = createLogger({ level: 'warn', pretty: true })
  const how = { migrate: false, jobs: false, command: true } as const
  const app = await createApp(checked, { ...how, root: folder, dataMigrations: migrations, log })
  try {
    await work(app)
  } finally {
    await app.close()
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
