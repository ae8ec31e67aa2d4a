export { limitedFields } from './fields.ts'
export { operationCapabilities } from './operations.ts'
export { subjectOf } from './subject.ts'
