/** What other features may rely on where callers can ask what they may do. */
export { operationCapabilities } from './operations.ts'
export { subjectOf } from './subject.ts'
