/** What measures, in one file: it is loaded only where somebody wants to know. */
export { measuring } from './measured-work.ts'
export { measureProcess } from './process-gauges.ts'
export { Recorder } from './recorder.ts'
