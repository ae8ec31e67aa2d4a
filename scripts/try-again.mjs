// Runs the test files that failed in a whole run once more, by themselves: node scripts/try-again.mjs REPORT
//
// REPORT is what Vitest's JSON reporter wrote. A file that passes now failed because of what ran beside it. That is a fault of the test and
// is named, so that somebody mends it, but it says nothing against the change. Many failures do: then nothing is run again.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

const MOST = 4

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(process.cwd(), name))
if (failed.length === 0 || failed.length > MOST) {
  console.log(`${failed.length} test files failed.`)
  process.exit(1)
}
console.log(`These failed beside others, and are tried once more by themselves:\n  ${failed.join('\n  ')}`)
const { status } = spawnSync('npm', ['test', '--', ...failed, '--maxWorkers=1'], { stdio: 'inherit' })
if (status === 0) console.log(`They depend on what runs beside them and need mending:\n  ${failed.join('\n  ')}`)
process.exit(status ?? 1)
