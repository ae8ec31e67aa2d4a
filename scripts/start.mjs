// `npm start`: the example, with the admin app, which is built first where that has not happened yet.
import { fileURLToPath } from 'node:url'
import { buildAdmin } from './build-admin.mjs'

await buildAdmin()
const command = fileURLToPath(new URL('../packages/quire/src/cli/quire.js', import.meta.url))
const config = fileURLToPath(new URL('../examples/blog/quire.config.ts', import.meta.url))
// `quire dev` starts itself again for every change, and so must find itself as the program.
process.argv = [process.argv[0], command, 'dev', '--config', config, ...process.argv.slice(2)]
await import(command)
