export { ClientTurn } from '../waiting-client.ts'
export { publicDocument, canManageKeys, hasFullRead, canReadEverything } from './for-others.ts'
export { paginate, requestedPage } from './read-request.ts'
export {
  type RecordListRequest,
  type RecordOrder,
  recordPage,
  type RecordPage,
  requestedRecords,
} from './record-request.ts'
