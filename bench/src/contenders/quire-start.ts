import { join } from 'node:path'
import { postgres, sqlite } from 'quirecms'
import type { Contender, ServerCommand } from './contender.ts'
import { analyze, benchDatabase, createBenchDatabase } from './postgres-database.ts'
import { copyApplication, quireProgram } from './quire-installation.ts'
import { EDITOR, seedQuire } from './seed-quire.ts'

const SOURCES = ['quire.config.ts', 'blog-fields.ts']
const DATABASE = 'bench_quire'

/** `quire start` from the built package, with its defaults, which include the request log. */
export const quireStart: Contender = {
  async seed(folder, extent) {
    await copyApplication(folder, SOURCES)
    await seedQuire(folder, sqlite(join(folder, 'data/app.db')), extent)
  },
  command: startCommand,
  signIn,
}

export const quireStartPostgres: Contender = {
  async seed(folder, extent) {
    await copyApplication(folder, SOURCES)
    const url = await createBenchDatabase(DATABASE)
    await seedQuire(folder, postgres(url), extent)
    await analyze(url)
  },
  command: (folder, port) => ({ ...startCommand(folder, port), env: { DATABASE_URL: benchDatabase(DATABASE) } }),
  signIn,
}

function startCommand(folder: string, port: number): ServerCommand {
  const options = ['--config', join(folder, 'quire.config.ts'), '--port', String(port)]
  return { args: [quireProgram(folder), 'start', ...options] }
}

async function signIn(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(EDITOR),
  })
  if (!response.ok) throw new Error(`the editor could not sign in: ${await response.text()}`)
  const { token } = (await response.json()) as { readonly token: string }
  return `Session ${token}`
}
