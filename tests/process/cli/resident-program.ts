import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Answer, Call } from './resident-quire.ts'

/**
 * `node resident-program.ts <file behind the command>`: runs commands from messages one by one, as processes of their
 * own would.
 */
const [, , program = ''] = process.argv
const main = new URL('main.js', pathToFileURL(program)).href

/** Each command loads the current files of the application. */
let calls = 0
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const isOfApplication = found.url.startsWith('file:') && !found.url.includes('/node_modules/')
    return isOfApplication ? { ...found, url: `${found.url}?${calls}` } : found
  },
})

/** Reports uncaught exceptions like a process; none can occur after the end of a command. */
let fail: (error: unknown) => void = () => {}
process.on('uncaughtException', (error) => fail(error))

// Each command adds signal listeners and never removes them, because its process would end.
process.setMaxListeners(0)
// Ends with the test's process, however that ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (call: Call) => void run(call).then((answer) => process.send?.(answer)))
process.send?.('ready')

async function run({ args, cwd, env, input }: Call): Promise<Answer> {
  calls += 1
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  process.argv.splice(1, Infinity, program, ...args)
  Object.defineProperty(process, 'stdin', {
    value: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    configurable: true,
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (text: string | Uint8Array, ...rest: unknown[]) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      const done = rest.at(-1)
      if (typeof done === 'function') (done as () => void)()
      return true
    }
  }
  const ended = Promise.withResolvers<number>()
  process.exit = (code) => {
    ended.resolve(Number(code ?? process.exitCode ?? 0))
    return undefined as never
  }
  fail = (error) => {
    said.stderr += `${error instanceof Error ? error.stack : String(error)}\n`
    ended.resolve(1)
  }
  import(`${main}?${calls}`).then(() => ended.resolve(Number(process.exitCode ?? 0)), fail)
  const code = await ended.promise
  process.exitCode = undefined
  fail = () => {}
  // The test removes its folder.
  process.chdir(tmpdir())
  return { code, ...said }
}
