import type { JsonObject } from '@quirecms/core'
import { createLogger } from '@quirecms/server/log'
import { type App, createApp } from '../create-app.ts'
import { CommandFailure } from './command-failure.ts'
import type { CreateUserOptions } from './command-line.ts'
import { readPassword } from './create-user-password.ts'
import { loadApplication } from './load-application.ts'
import { refuseUnmigrated } from './with-application.ts'

/** `quire create-user`: creates a user for the operator of the machine, without access rules. */
export async function createUser({ config, collection, email, data }: CreateUserOptions): Promise<void> {
  const fields = parseData(data)
  const application = await loadApplication(config)
  const log = createLogger({ level: 'warn', pretty: true })
  const app: App = await createApp(application.config, {
    jobs: false,
    command: true,
    root: application.folder,
    migrate: false,
    dataMigrations: application.migrations,
    log,
  })
  try {
    const users = await usersOf(app, collection, email === null)
    const request =
      email === null
        ? { data: fields, kind: 'service' }
        : { data: { ...fields, email }, password: await readPassword(process.stdin, process.stderr) }
    const { id } = (await users.createUser(request)) as { id: string }
    process.stdout.write(`${collection} ${id}\n`)
  } finally {
    // Waits for the verification mail.
    await app.close()
  }
}

function parseData(given: string | undefined): JsonObject {
  if (given === undefined) return {}
  let data: unknown
  try {
    data = JSON.parse(given)
  } catch (error) {
    throw new CommandFailure(
      `--data is not valid JSON: ${(error as Error).message}. Put it in single quotes, as in '{"name":"Ann"}'.`,
    )
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new CommandFailure(`--data must be a JSON object, as in '{"name":"Ann"}'.`)
  }
  for (const [name, instead] of [
    ['email', 'Use --email instead'],
    ['password', 'Send it to standard input instead'],
  ] as const) {
    if (Object.hasOwn(data, name)) throw new CommandFailure(`--data must not contain "${name}". ${instead}.`)
  }
  return data as JsonObject
}

/** Validates the collection before the operator types a password. */
async function usersOf(app: App, slug: string, isService: boolean): Promise<ReturnType<App['local']['users']>> {
  const slugs = Object.values(app.manifest.collections).flatMap((entity) => (entity.auth ? [entity.slug] : []))
  if (!slugs.includes(slug)) {
    const hint =
      slugs.length === 0
        ? 'This application has no collection with `auth`.'
        : `Choose one of these: ${slugs.join(', ')}.`
    throw new CommandFailure(`'${slug}' is not a collection of users. ${hint}`)
  }
  if (isService && !app.manifest.collections[slug]?.auth?.serviceAccounts)
    throw new CommandFailure(`'${slug}' has no service accounts. Set \`auth: { accounts: { service: true } }\` first.`)
  if (app.manifest.collections[slug]?.auth?.passwords === false)
    throw new CommandFailure(
      `Users of '${slug}' have no passwords: they sign in with a provider, and become users with the first sign-in.`,
    )
  await refuseUnmigrated(app.storage)
  return app.local.asSystem().users(slug)
}
