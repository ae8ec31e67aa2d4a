// `node scripts/check-changelog.mjs BASE`: a branch that changes published files must also change CHANGELOG.md. BASE is
// the target branch, such as origin/main. A change that no user notices is excused by `Changelog: none` in a commit
// message.
import { spawnSync } from 'node:child_process'

const [base = 'origin/main'] = process.argv.slice(2)
const files = git('diff', '--name-only', `${base}...HEAD`).split('\n')
const published = files.filter(
  (file) => /^(packages|plugins)\/(?!testkit\/)[^/]+\/(src|starters)\//.test(file) && !/\.test\.\w+$/.test(file),
)
const isExcused = /^Changelog: none$/im.test(git('log', '--format=%B', `${base}..HEAD`))
if (published.length > 0 && !files.includes('CHANGELOG.md') && !isExcused) {
  console.error(
    `These files are published, but CHANGELOG.md says nothing of the change:\n${published.slice(0, 10).join('\n')}`,
  )
  console.error(
    'Add a line under "## Unreleased", or write "Changelog: none" into the message of a commit if no user notices.',
  )
  process.exit(1)
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status === 0) return stdout
  console.error(stderr.trim())
  process.exit(2)
}
