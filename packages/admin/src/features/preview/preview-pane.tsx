import { useNavigate } from '@tanstack/react-router'
import { ExternalLink, Monitor, RotateCw, Smartphone, Tablet, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { DocumentSearch } from '../../data/addresses.ts'
import type { Doc } from '../../data/document.ts'
import type { Place } from '../../data/document-api.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { labelOf, titleOf } from '../../data/entities.ts'
import { usePreviewToken } from './use-preview.ts'
import { buttonClass, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Notice } from '../../design/notice.tsx'
import type { DocumentContext } from '../../screens/feature.ts'
import { previewWords } from './words.ts'
import { sharedWords } from '../../words/shared.ts'
import { useWords } from '../../words/use-words.ts'
import { previewAddress } from './preview-address.ts'
import styles from './preview-pane.module.css'

/** In pixels of the page; null is as wide as the pane. */
const WIDTHS = { phone: 390, tablet: 820, full: null }
type Device = keyof typeof WIDTHS
const DEVICES = [
  ['phone', Smartphone],
  ['tablet', Tablet],
  ['full', Monitor],
] as const

/** The page of a document as the application's site shows it, beside the form. */
export function PreviewPane({ place, form: { stored, isDirty } }: DocumentContext) {
  const navigate = useNavigate()
  const template = place.entity.admin?.preview
  if (!stored || template === undefined) return null
  const close = () => void navigate({ to: '.', search: ({ preview: _, ...old }: DocumentSearch) => old })
  // As stored: a save shows at once.
  return <Pane place={place} template={template} doc={stored} isDirty={isDirty} onClose={close} />
}

interface PaneProps {
  readonly place: Place
  readonly template: string
  readonly doc: Doc
  readonly isDirty: boolean
  readonly onClose: () => void
}

function Pane({ place, template, doc, isDirty, onClose }: PaneProps) {
  const said = useWords(previewWords)
  const errors = useWords(errorWords)
  const { untitled } = useWords(sharedWords)
  const [device, setDevice] = useState<Device>('full')
  const [loads, setLoads] = useState(0)
  const token = usePreviewToken(place, true)
  const { entity, kind, locale } = place
  const title = (kind === 'global' ? labelOf(entity) : titleOf(entity, doc)) || untitled
  const address =
    token.data &&
    previewAddress(template, {
      ...doc,
      collection: entity.slug,
      locale: locale ?? '',
      token: token.data.token,
    })
  return (
    <section className={styles.pane} aria-label={said.preview}>
      <div className={styles.bar}>
        <span role="group" aria-label={said.width} className={styles.devices}>
          {DEVICES.map(([key, icon]) => (
            <IconButton key={key} small label={said[key]} aria-pressed={device === key} onClick={() => setDevice(key)}>
              <Icon of={icon} />
            </IconButton>
          ))}
        </span>
        <span className={styles.note}>{isDirty && said.unsaved}</span>
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
        <IconButton small label={said.close} onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      {token.isError && !token.data && <Notice title={said.refused}>{explain(token.error, errors)}</Notice>}
      {token.isPending && <Loading />}
      {address !== undefined && (
        // Another revision is another page: it loads from the start.
        <Frame key={`${doc.revision}/${loads}`} address={address} title={said.page({ title })} width={WIDTHS[device]} />
      )}
    </section>
  )
}

interface FrameProps {
  readonly address: string
  readonly title: string
  readonly width: number | null
}

/** A page wider than the pane is shown smaller, as a whole. */
function Frame({ address, title, width }: FrameProps) {
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
        className={styles.frame}
        src={address}
        title={title}
        sandbox={sandboxOf(address)}
        referrerPolicy="no-referrer"
        style={{
          width: width === null ? '100%' : `${width}px`,
          height: `${100 / scale}%`,
          transform: scale === 1 ? undefined : `scale(${scale})`,
        }}
      />
    </div>
  )
}

/** A page on the admin's own host gets an origin of its own, so that it cannot reach into the app around it. */
function sandboxOf(address: string): string {
  const isElsewhere = new URL(address, location.href).origin !== location.origin
  return `allow-scripts allow-forms allow-popups${isElsewhere ? ' allow-same-origin' : ''}`
}
