import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { installedQuire } from './installed-quire.ts'

export interface Call {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<NodeJS.ProcessEnv>
  readonly input: string
}

export interface Answer {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

let resident: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a `quire` command in a shared process, with its own arguments, environment, folder and input. Starting a process
 * and loading everything would take ten times as long as most commands.
 */
export function runResident(call: Call): Promise<Answer> {
  const answer = last.then(() => send(call))
  last = answer.catch(() => undefined)
  return answer
}

async function send(call: Call): Promise<Answer> {
  const child = (resident ??= await start())
  return new Promise((resolve, reject) => {
    const onExit = () => {
      resident = undefined
      reject(new Error(`the process has ended in the midst of: quire ${call.args.join(' ')}`))
    }
    child.once('exit', onExit)
    child.once('message', (answer) => {
      child.off('exit', onExit)
      resolve(answer as Answer)
    })
    child.send(call)
  })
}

async function start(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('resident-program.ts', import.meta.url))
  const child = fork(program, [installedQuire().program], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  // It does not keep the process alive.
  child.unref()
  child.channel?.unref()
  return child
}
