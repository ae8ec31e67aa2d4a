import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink, Monitor, RotateCw, Smartphone, SquareMousePointer, Tablet, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { DocumentSearch } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { labelOf, titleOf } from '../../data/entities.ts'
import { buttonClass, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Notice } from '../../design/notice.tsx'
import { useNarrow } from '../../design/use-narrow.ts'
import { newId } from '../../fields/rows.ts'
import type { PreviewedDocument } from '../../screens/feature.ts'
import { previewWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { previewAddress, withNonce } from './preview-address.ts'
import { useLivePage } from './use-live-page.ts'
import { collection, global } from '../../data/client.ts'
import type { DocumentPlace } from '../../data/document-api.ts'
import styles from './preview-pane.module.css'

/** Renewal before expiry, because a page may still be loading with the token. */
const EARLY = 60_000

function usePreviewToken({ kind, entity, id }: DocumentPlace, enabled: boolean) {
  return useQuery({
    queryKey: ['preview-token', kind, entity.slug, id],
    queryFn: () =>
      kind === 'global' ? global(entity.slug).previewToken() : collection(entity.slug).previewToken(id ?? ''),
    enabled: enabled && id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchIntervalInBackground: true,
    refetchInterval: ({ state }) => {
      if (!state.data) return false
      return Math.max(new Date(state.data.expiresAt).getTime() - Date.now() - EARLY, EARLY / 4)
    },
  })
}

/** Widths in pixels of the page; null fills the pane. */
const WIDTHS = { phone: 390, tablet: 820, full: null }
type Device = keyof typeof WIDTHS
/** A function, because icons may be in a chunk that is loaded later. */
const devices = () =>
  [
    ['phone', Smartphone],
    ['tablet', Tablet],
    ['full', Monitor],
  ] as const

export function PreviewPane(context: PreviewedDocument) {
  const { stored } = context.form
  const template = context.place.entity.admin?.preview
  if (!stored || template === undefined) return null
  return <Pane context={context} template={template} doc={stored} />
}

interface PaneProps {
  readonly context: PreviewedDocument
  readonly template: string
  /** The stored document: a page without a connection reloads after each save. */
  readonly doc: Doc
}

function Pane({ context, template, doc }: PaneProps) {
  const { place, form } = context
  const said = useWords(previewWords)
  const errors = useWords(errorWords)
  const { untitled } = useWords(sharedWords)
  const navigate = useNavigate()
  const { drawer } = useSearch({ strict: false })
  const isNarrow = useNarrow()
  const [device, setDevice] = useState<Device>('full')
  const [loads, setLoads] = useState(0)
  const [isEditing, setEditing] = useState(true)
  const [nonce] = useState(newId)
  const frame = useRef<HTMLIFrameElement>(null)
  const token = usePreviewToken(place, true)
  const tokens = useTokens(token.data?.token)
  const { entity, kind, locale } = place
  const title = (kind === 'global' ? labelOf(entity) : titleOf(entity, doc)) || untitled
  const addressWith = (one: string) =>
    previewAddress(template, { ...doc, collection: entity.slug, locale: locale ?? '', token: one })
  const address = token.data && addressWith(token.data.token)
  // A new token does not reload the page; the next load uses it.
  const load = `${loads} ${addressWith('')}`
  const [loaded, setLoaded] = useState<{ load: string; address: string }>()
  if (address !== undefined && loaded?.load !== load) setLoaded({ load, address })
  const close = () =>
    void navigate({ to: '.', search: ({ preview: _, ...old }: DocumentSearch) => old, resetScroll: false })
  const page = useLivePage({
    context,
    frame,
    origin: address === undefined ? '' : originOf(address),
    nonce,
    isEditing,
    // On narrow screens, the pane covers the form.
    onOpen: () => isNarrow && close(),
  })

  function noteOf(isFollowing: boolean): string | false {
    // Only a connected page can show other content than the newest.
    if (context.revision !== undefined) return isFollowing ? said.ofRevision : said.onlyNewest
    return isFollowing ? said.live : form.isDirty && said.unsaved
  }

  const renew = useEffectEvent(([newest, ...before]: readonly string[]) => {
    if (newest !== undefined && before.length > 0) page.send({ type: 'token', token: newest, before })
  })
  useEffect(() => {
    if (page.isConnected) renew(tokens)
  }, [page.isConnected, tokens])

  // Connected pages get a message; others reload.
  const { revision } = doc
  const tell = useEffectEvent(() => {
    if (page.isConnected) page.send({ type: 'changed', collection: entity.slug, id: doc.id, revision })
    else setLoads((before) => before + 1)
  })
  // Also changes of the document in the drawer.
  const happened = `${revision} ${drawer === undefined}`
  const shown = useRef(happened)
  useEffect(() => {
    if (shown.current !== happened && drawer === undefined) tell()
    shown.current = happened
  }, [happened, drawer])

  return (
    <section className={styles.pane} aria-label={said.preview}>
      <div className={styles.bar}>
        <span role="group" aria-label={said.width} className={styles.devices}>
          {devices().map(([key, icon]) => (
            <IconButton key={key} small label={said[key]} aria-pressed={device === key} onClick={() => setDevice(key)}>
              <Icon of={icon} />
            </IconButton>
          ))}
        </span>
        <span className={styles.note} role="status">
          {noteOf(page.isFollowing)}
        </span>
        {page.isConnected && (
          <span className={styles.devices}>
            <IconButton
              small
              label={said.clickToEdit}
              aria-pressed={isEditing}
              onClick={() => setEditing((before) => !before)}
            >
              <Icon of={SquareMousePointer} size={14} />
            </IconButton>
          </span>
        )}
        <IconButton small label={said.refresh} onClick={() => setLoads(loads + 1)}>
          <Icon of={RotateCw} size={14} />
        </IconButton>
        {address !== undefined && (
          <a
            className={buttonClass('plain', true)}
            href={address}
            target="_blank"
            rel="noreferrer"
            title={said.ownWindow}
            aria-label={said.ownWindow}
          >
            <Icon of={ExternalLink} size={14} />
          </a>
        )}
        <IconButton small label={said.close} onClick={close}>
          <Icon of={X} />
        </IconButton>
      </div>
      {token.isError && !token.data && <Notice title={said.refused}>{explain(token.error, errors)}</Notice>}
      {token.isPending && <Loading />}
      {loaded !== undefined && (
        <Frame
          key={loads}
          frame={frame}
          address={withNonce(loaded.address, nonce)}
          title={said.page({ title })}
          width={WIDTHS[device]}
          onLoad={page.loaded}
        />
      )}
    </section>
  )
}

/** Number of earlier tokens that are sent, in case the page missed one while loading. */
const REMEMBERED = 4

/** The newest token, and earlier ones that the page may still have. */
function useTokens(newest: string | undefined): readonly string[] {
  const [tokens, setTokens] = useState<readonly string[]>([])
  if (newest !== undefined && tokens[0] !== newest) setTokens([newest, ...tokens].slice(0, REMEMBERED))
  return tokens
}

interface FrameProps {
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly onLoad: () => void
  readonly address: string
  readonly title: string
  readonly width: number | null
}

/** Scales down a page that is wider than the pane. */
function Frame({ frame, onLoad, address, title, width }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const [available, setAvailable] = useState(0)
  useLayoutEffect(() => {
    if (!box.current) return undefined
    const observer = new ResizeObserver(([entry]) => setAvailable(entry?.contentRect.width ?? 0))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const scale = width === null || available === 0 ? 1 : Math.min(1, available / width)
  return (
    <div className={styles.box} ref={box}>
      <iframe
        ref={frame}
        onLoad={onLoad}
        className={styles.frame}
        src={address}
        title={title}
        sandbox={sandboxOf(address)}
        referrerPolicy="no-referrer"
        // Keeps the page from taking the focus away from the form.
        allow="focus-without-user-activation 'none'"
        style={{
          width: width === null ? '100%' : `${width}px`,
          height: `${100 / scale}%`,
          transform: scale === 1 ? undefined : `scale(${scale})`,
        }}
      />
    </div>
  )
}

/** A page on the admin's host is sandboxed, so that it can't access the app. */
function sandboxOf(address: string): string {
  return `allow-scripts allow-forms allow-popups${isElsewhere(address) ? ' allow-same-origin' : ''}`
}

/** The origin that messages from the page carry. */
function originOf(address: string): string {
  return isElsewhere(address) ? new URL(address).origin : 'null'
}

function isElsewhere(address: string): boolean {
  return new URL(address, location.href).origin !== location.origin
}
