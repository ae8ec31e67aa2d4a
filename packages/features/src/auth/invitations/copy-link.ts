import { changesRecords, hashOfToken, newToken, QuireError, reportDone } from '@quirecms/core/feature'
import { mailLink } from '../mail-link.ts'
import { refuseKeys } from '../own-session.ts'
import { addressOf, hashOfAddress } from '../users.ts'
import { ACCEPT_API } from './invitation-api.ts'
import { INVITATIONS } from './invitation-table.ts'
import { hasLink, invitationsOf, invitedUser, noInvitation, ownerOf, refuseToPromiseMore } from './invited.ts'

/**
 * Creates a link for another channel than mail. Its token is stored as a hash, beside that of the mailed link. The
 * client of this call knows the token as well, so it proves no address (`acceptInvitation`).
 */
export const createInvitationLink = changesRecords({
  ...ACCEPT_API.invitationLink,
  // Checks the rules for reading and creating users itself, and so the scopes.
  inEveryScope: true,
  limitedAsAuth: true,
  accessAction: null,
  authorize(call) {
    refuseKeys(call)
    return invitedUser(call)
  },
  async run({ call, unit, principal: { stored } }) {
    const { records } = unit.tx
    const owner = ownerOf(call, stored.id)
    const [row] = await records.find(INVITATIONS.name, owner, { lock: true })
    // Accepted or withdrawn concurrently.
    if (!row) throw noInvitation()
    const invitations = invitationsOf(call)
    const token = newToken()
    const url = mailLink(call, 'invitation', invitations, token)
    if (url === null)
      throw new QuireError('invalid_state', 'Links need the address of the service. Set `server.publicUrl` first.')
    if (!hasLink(row)) await refuseToPromiseMore(call, unit)
    const expiresAt = new Date(call.runtime.clock().getTime() + invitations.lifetime).toISOString()
    await records.update(INVITATIONS.name, owner, {
      linkHash: hashOfToken(token),
      linkAddressHash: hashOfAddress(addressOf(stored)),
      linkExpiresAt: expiresAt,
    })
    await reportDone(call, unit, { action: 'auth.invitationLinkCreated', documentId: stored.id })
    return { kind: 'value', value: { url, expiresAt } }
  },
})
