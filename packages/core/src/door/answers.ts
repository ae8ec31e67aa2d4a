export {
  type ChosenDocuments,
  CHOSEN_MEMBERS,
  counted,
  DELETED_SCHEMA,
  described,
  FAILURE_OR_NULL,
  ISSUES,
  NAMED_USER,
  NAMED_USER_OR_NULL,
} from '../contracts/answer-schemas.ts'
export { pageOf } from '../engine/read/record-request.ts'
