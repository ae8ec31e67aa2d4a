import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { BufferedOutput } from './parts.ts'

it('a log that nobody reads takes bounded memory, and says what it lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-log-'))
  execFileSync('mkfifo', [join(folder, 'log')])
  const fd = openSync(join(folder, 'log'), constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  const output = new BufferedOutput(fd)
  const line = `${'x'.repeat(100_000)}\n`
  for (let i = 0; i < 300; i++) output.write(line)

  // Somebody reads again.
  const chunk = Buffer.alloc(1024 * 1024)
  let text = ''
  const read = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      try {
        text += chunk.toString('latin1', 0, readSync(fd, chunk))
      } catch {
        await wait(5)
      }
    }
  }
  const isBelow = () => text.length > 16 * 1024 * 1024
  await read(isBelow)
  output.write('afterwards\n')
  await read(() => text.endsWith('afterwards\n'))
  expect(text.length).toBeLessThan(18 * 1024 * 1024)
  expect(text.slice(-1000)).toMatch(/"level":"warn".*"1\d\d lines of the log were dropped, because nothing read it"/)
})
