// Checks the direction of imports (.dependency-cruiser.mjs), and that the checker has read every source: it reports a
// file that it cannot parse as one without imports, and a folder that it cannot read as empty.
import { glob } from 'node:fs/promises'
import { cruise } from 'dependency-cruiser'
import config from '../.dependency-cruiser.mjs'

const folders = ['packages', 'plugins', 'examples', 'tests', 'bench']
const { output } = await cruise(folders, {
  ...config.options,
  validate: true,
  ruleSet: { forbidden: config.forbidden },
})

const read = new Set(output.modules.map((module) => module.source))
const sources = await Array.fromAsync(
  glob(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { exclude: ['**/node_modules', '**/dist', '**/data'] },
  ),
)
const unread = sources.filter((source) => !read.has(source))
const withImports = output.modules.filter((module) => module.dependencies.length > 0)

for (const { rule, from, to, cycle } of output.summary.violations) {
  console.log(`${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' -> ')}`)
}
if (unread.length > 0) console.log(`Not read: ${unread.join(', ')}`)
if (withImports.length === 0) console.log('No import was found at all.')
if (output.summary.violations.length > 0 || unread.length > 0 || withImports.length === 0) process.exitCode = 1
