// `npm start`: runs the example with the admin app, which is built first if needed.
import { fileURLToPath } from 'node:url'
import { buildAdmin } from './build-admin.mjs'

await buildAdmin()
const command = fileURLToPath(new URL('../packages/quire/src/cli/quire.js', import.meta.url))
const config = fileURLToPath(new URL('../examples/blog/quire.config.ts', import.meta.url))
// `quire dev` restarts itself for every change, so it must be the program in `argv`.
process.argv = [process.argv[0], command, 'dev', '--config', config, ...process.argv.slice(2)]
await import(command)
