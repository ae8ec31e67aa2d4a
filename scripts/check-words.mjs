// `npm run check -- words`: refuses words that name no actor, such as `whoever`, in comments, texts and documentation.
// Languages of the admin app other than English are JSON, which it does not read.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findRefusedWords } from './refused-words.mjs'

/** At most twenty, each with its reason. One that no longer matches a finding is reported. */
const EXCEPTIONS = [
  [/^examples\/blog\/demo\/posts-/, 'articles of a magazine, in the voices of their authors'],
  [/^tests\/unit\/workspace\/refused-words\.test\.ts$/, 'tests this check'],
]

const { stdout, status, stderr } = spawnSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
if (status !== 0) throw new Error(stderr)
const used = new Set()
const found = []
for (const path of stdout.split('\0').filter(Boolean)) {
  const words = findRefusedWords(path, contentOf(path))
  if (words.length === 0) continue
  const exception = EXCEPTIONS.find(([pattern]) => pattern.test(path))
  if (exception) used.add(exception)
  else found.push(...words.map(({ word, line }) => `${path}:${line}: "${word}"`))
}
const unused = EXCEPTIONS.filter((exception) => !used.has(exception))
if (found.length > 0)
  console.error(`Name who acts: the client, the caller, another user, the editor …\n${found.join('\n')}`)
for (const [pattern] of unused) console.error(`No file needs the exception ${pattern} any more.`)
process.exitCode = found.length > 0 || unused.length > 0 ? 1 : 0

/** Git also lists files that were deleted and not committed yet. */
function contentOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}
