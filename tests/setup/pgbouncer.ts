import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { overNetwork } from '@quirecms/testkit'
import { freePort } from './free-port.ts'

/** PgBouncer, like PostgreSQL, refuses to run as root. */
const nobody = { uid: 65534, gid: 65534 }

export interface PgBouncer {
  /** The address of a database for clients. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Variables of the settings: the server, the client port, the users. */
export interface Surroundings {
  /** `host=… port=…`, as the section of databases says it. */
  readonly server: string
  readonly port: number
  readonly userList: string
}

/** PgBouncer in front of a server, with these settings. */
export async function startPgBouncer(
  serverUrl: string,
  settings: (around: Surroundings) => string,
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'quire-pgbouncer-'))
  const [file, userList] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  const port = await freePort()
  writeFileSync(userList, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(file, settings({ server: `host=${hostname} port=${serverPort}`, port, userList }))
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, file, userList]) chownSync(path, nobody.uid, nobody.gid)
  const child = spawn('pgbouncer', [file], { ...(isRoot && nobody), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)))
  const stop = async () => {
    if (isRunning(child)) {
      const ended = once(child, 'exit')
      // Immediately: remaining clients belong to a failed test.
      child.kill('SIGTERM')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  while (!(await answers(port))) {
    if (!isRunning(child)) {
      await stop()
      throw new Error(`PgBouncer did not start:\n${said}`)
    }
    await sleep(20)
  }
  const urlOf = (database: string) => {
    const url = overNetwork(serverUrl)
    url.host = `127.0.0.1:${port}`
    url.pathname = `/${database}`
    return url.href
  }
  return { urlOf, stop }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
}
