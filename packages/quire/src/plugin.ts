/**
 * `quirecms/plugin`: the door of the engine, for features of plugins as for our own (docs/plugins.md). What applications use is in
 * `quirecms`; a name that is in both is the same. docs/surface/ lists all of them; `npm run check` fails when one changes unnoticed.
 */
export * from '@quirecms/core/feature'
export { systemCallIn } from './system-call-in.ts'
