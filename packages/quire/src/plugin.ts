/**
 * `quirecms/plugin`: the engine's door for features of plugins (docs/plugins.md). Names for applications are in
 * `quirecms`. docs/surface/ lists all; `npm run check` fails on unnoticed changes.
 */
export * from '@quirecms/core/feature'
export { systemCallIn } from './system-call-in.ts'
