/** Schemas of common responses. */
export { type Chosen, CHOSEN_MEMBERS } from '../contracts/chosen.ts'
export { counted } from '../contracts/counted.ts'
export { DELETED_SCHEMA } from '../contracts/deleted-schema.ts'
export { described } from '../contracts/described-value.ts'
export { FAILURE_OR_NULL, ISSUES } from '../contracts/failure-schema.ts'
export { NAMED_USER, NAMED_USER_OR_NULL } from '../contracts/named-user-schema.ts'
export { pageOf } from '../engine/read/record-request.ts'
