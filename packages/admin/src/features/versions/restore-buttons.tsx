import { useNavigate } from '@tanstack/react-router'
import { Globe, RotateCcw } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { isApiError } from '../../data/api-error.ts'
import type { Snapshot } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { hasDrafts } from '../../data/entities.ts'
import { may, useAccess, useGlobalAccess } from '../../data/use-documents.ts'
import { type HistoryPlace, useRestore } from './use-history.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { asRecord } from '../../data/members.ts'
import { useIssueWords } from '../../fields/use-issue-words.ts'
import { nameAt } from '../../screens/document/name-at.ts'
import { useFormats } from '../../words/formats.ts'
import { historyWords } from './words.ts'
import { useWords } from '../../words/use-words.ts'

interface RestoreButtonsProps {
  readonly place: HistoryPlace
  readonly snapshot: Snapshot
  readonly newest: number
}

/** Restores the shown revision as a draft or live, by the rights of the actor. */
export function RestoreButtons(props: RestoreButtonsProps) {
  const Rights = props.place.kind === 'global' ? GlobalRestore : CollectionRestore
  return props.snapshot.revision === props.newest ? null : <Rights {...props} />
}

function CollectionRestore(props: RestoreButtonsProps) {
  const { data } = useAccess(props.place.entity.slug, props.place.id)
  return <Offer {...props} mayRestore={may(data, 'restore') || may(data, 'update')} mayPublish={may(data, 'publish')} />
}

function GlobalRestore(props: RestoreButtonsProps) {
  const { data } = useGlobalAccess(props.place.entity.slug)
  return <Offer {...props} mayRestore={may(data, 'restore') || may(data, 'update')} mayPublish={may(data, 'publish')} />
}

interface OfferProps extends RestoreButtonsProps {
  readonly mayRestore: boolean
  readonly mayPublish: boolean
}

function Offer({ place, snapshot, newest, mayRestore, mayPublish }: OfferProps) {
  const said = useWords(historyWords)
  const errors = useWords(errorWords)
  const issueInWords = useIssueWords()
  const { number } = useFormats()
  const navigate = useNavigate()
  const restoring = useRestore(place)
  const { asking, ask, stop } = useAsking<'live'>()
  const { entity, kind, id } = place
  const withDrafts = hasDrafts(entity)
  const revision = number(snapshot.revision)

  /** An old revision may be invalid under the present schema. */
  const whatIsWrong = (error: Error) => {
    if (!isApiError(error, 'validation')) return undefined
    const inWords = error.issues.map((issue) => `${nameOf(issue.path)}: ${issueInWords(issue)}`)
    return inWords.join('\n')
  }
  const nameOf = (path: string) => nameAt(entity.fields, asRecord(snapshot.data), path)

  const restore = (isDraft: boolean) =>
    restoring.mutate(
      { revision: snapshot.revision, isDraft, ifMatch: newest },
      {
        onSuccess: () => {
          toast(said.restored({ number: revision }))
          void navigate(kind === 'global' ? addresses.global(entity.slug) : addresses.document(entity.slug, id))
        },
        onError: (error) => toastError(explain(error, errors), whatIsWrong(error)),
      },
    )
  if (!mayRestore) return null
  return (
    <>
      {withDrafts ? (
        <>
          {mayPublish && (
            <Button disabled={restoring.isPending} onClick={() => ask('live')}>
              <Icon of={Globe} />
              <span>{said.restoreLive}</span>
            </Button>
          )}
          <Button kind="primary" disabled={restoring.isPending} onClick={() => restore(true)}>
            <Icon of={RotateCcw} />
            <span>{said.restoreDraft({ number: revision })}</span>
          </Button>
        </>
      ) : (
        <Button kind="primary" disabled={restoring.isPending} onClick={() => ask('live')}>
          <Icon of={RotateCcw} />
          <span>{said.restoreNow}</span>
        </Button>
      )}
      {asking && (
        <Confirm
          title={withDrafts ? said.restoreLive : said.restoreNow}
          action={withDrafts ? said.restoreLive : said.restoreNow}
          onConfirm={() => restore(false)}
          onClose={stop}
        >
          {withDrafts ? said.askLive({ number: revision }) : said.askNow({ number: revision })}
        </Confirm>
      )}
    </>
  )
}
