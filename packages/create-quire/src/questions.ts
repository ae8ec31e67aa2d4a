import { createInterface } from 'node:readline/promises'
import type { CommandLine } from './command-line.ts'
import { isStarter, type Starter, STARTERS } from './starters.ts'

export async function askFor(given: CommandLine): Promise<{ folder: string; starter: Starter }> {
  const { folder, starter } = given
  if (folder !== undefined && starter !== undefined) return { folder, starter }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const named = folder ?? ((await terminal.question('Folder (my-app): ')).trim() || 'my-app')
    if (starter !== undefined) return { folder: named, starter }
    for (;;) {
      const answer = (await terminal.question(`Starter, ${STARTERS.join(' or ')} (blog): `)).trim() || 'blog'
      if (isStarter(answer)) return { folder: named, starter: answer }
      process.stdout.write(`There is no starter "${answer}".\n`)
    }
  } finally {
    terminal.close()
  }
}
