import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeBlocksOf, type Page } from './documentation.ts'

/**
 * The TypeScript examples of the documentation, as files that the compiler and Node can read:
 *
 * - a block whose first line is `// name.ts` has that name, and the other blocks of its page can import it;
 * - a block without imports has those of the last block before it that has some;
 * - `ts run` is also run, and a `text` block right behind it is what it prints.
 */
export interface Example {
  readonly page: string
  readonly line: number
  readonly file: string
  readonly code: string
  readonly runs: boolean
  readonly prints: string | undefined
}

/** Not in version control, and no part of the tests' own TypeScript project. */
const workspaceFolder = fileURLToPath(new URL('../../dist/docs/', import.meta.url))

const IMPORT = /^import\s[^]*?\sfrom\s'[^']+'$/gm

export function examplesOf(page: Page, folder = workspaceFolder): Example[] {
  const blocks = codeBlocksOf(page)
  let inherited = ''
  return blocks.flatMap((block, index) => {
    if (block.words[0] !== 'ts') return []
    const own = block.code.match(IMPORT)?.map((statement) => statement.replaceAll(/\s+/g, ' ')) ?? []
    const prelude = own.length > 0 ? '' : inherited
    if (own.length > 0) inherited = own.join('; ')
    const [, name = `line-${block.line}.ts`] = /^\/\/ ([\w./-]+\.ts)\n/.exec(block.code) ?? []
    const next = blocks[index + 1]
    const isOutput = next?.words[0] === 'text' && isRightBehind(page, block, next.line)
    return {
      page: page.path,
      line: block.line,
      file: join(folder, page.path.replace(/\.md$/, ''), name),
      // On the same lines as in the page, so that compiler errors have the right position.
      code: `${prelude}${'\n'.repeat(block.line - 1)}${block.code}\n`,
      runs: block.words.includes('run'),
      prints: isOutput ? next.code : undefined,
    }
  })
}

/** Whether only fences and empty lines are in between. */
function isRightBehind({ text }: Page, { line, code }: { line: number; code: string }, next: number): boolean {
  const end = line + code.split('\n').length
  return text
    .split('\n')
    .slice(end, next - 2)
    .every((between) => between.trim() === '')
}

export function writeExamples(examples: readonly Example[]): void {
  for (const { file, code } of examples) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, code, { flag: 'wx' })
  }
}

/** Beside the sources, because the examples import them. */
export function writeWorkspaceExamples(examples: readonly Example[]): void {
  rmSync(workspaceFolder, { recursive: true, force: true })
  writeExamples(examples)
}
