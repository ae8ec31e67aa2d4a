export { measuring } from './measured-work.ts'
export { measureProcess } from './process-gauges.ts'
export { Recorder } from './recorder.ts'
