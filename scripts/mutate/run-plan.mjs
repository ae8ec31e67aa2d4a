// Runs Vitest over a plan (`runner.mjs`) and watches it from outside: a mutant can block a process forever.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const config = fileURLToPath(new URL('vitest.config.mjs', import.meta.url))

/** Milliseconds without a report after which a run is stopped. A test, and each hook around it, may take 20 s. */
const SILENCE = 120_000

export async function runPlan(plan, onLine = () => {}) {
  const folder = mkdtempSync(join(tmpdir(), 'quire-mutate-'))
  const journal = join(folder, 'journal')
  const path = join(folder, 'plan.json')
  writeFileSync(path, JSON.stringify({ ...plan, journal }))
  writeFileSync(journal, '')
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    cwd: root,
    env: { ...process.env, QUIRE_MUTATION_PLAN: path },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // lets `stop` kill its workers, too
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)))
  const stop = () => process.kill(-(child.pid ?? 0), 'SIGKILL')
  const interrupted = () => {
    stop()
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  const over = new Promise((resolve) => child.on('close', () => resolve('over')))

  let read = 0
  let spoke = performance.now()
  const lines = []
  const listen = () => {
    if (!existsSync(journal)) return
    const text = readFileSync(journal, 'utf8')
    const end = text.lastIndexOf('\n') + 1
    if (end === read) return
    for (const line of text
      .slice(read, end)
      .split('\n')
      .filter(Boolean)
      .map((one) => JSON.parse(one))) {
      lines.push(line)
      onLine(line)
    }
    read = end
    spoke = performance.now()
  }
  let isStopped = false
  for (;;) {
    const isOver = (await Promise.race([over, wait(500)])) === 'over'
    listen()
    if (isOver) break
    // The first load is slow on a busy machine.
    if (performance.now() - spoke < SILENCE * (lines.length === 0 ? 3 : 1)) continue
    isStopped = true
    stop()
  }
  process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  rmSync(folder, { recursive: true, force: true })
  return { lines, isStopped, output }
}
