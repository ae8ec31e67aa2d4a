import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { addresses } from '../../data/addresses.ts'
import { useSchema } from '../../data/use-session.ts'
import type { PreviewedDocument } from '../../screens/feature.ts'
import { fieldPathOf, jumpToField } from '../../screens/document/jump-to-field.ts'
import { useSelected } from '../../fields/use-model.ts'
import { markedField, markOf } from './marked-field.ts'
import { type FromPage, PageConnection, type ToPage } from './page-connection.ts'
import { renderUnsaved } from './render-unsaved.ts'

/** Delay after the last key. */
const PAUSE = 150
/** How long to wait for the form of another document. */
const PATIENCE = 10_000

interface LivePageParts {
  readonly context: PreviewedDocument
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly origin: string
  readonly nonce: string
  /** Whether a click on the page opens a field. */
  readonly isEditing: boolean
  /** Called before a field in the form is opened. */
  readonly onOpen: () => void
}

/** Sends typed and saved content to the page in the pane, and opens the fields that the user clicks there. */
export function useLivePage({ context, frame, origin, nonce, isEditing, onOpen }: LivePageParts) {
  const { place, form } = context
  const schema = useSchema()
  const navigate = useNavigate()
  const [isConnected, setConnected] = useState(false)
  const [ask, setAsk] = useState<Readonly<Record<string, unknown>> | null>(null)
  const line = useRef<PageConnection>(undefined)
  /** The page has just loaded, and needs the content. */
  const isNew = useRef(false)
  const send = (message: ToPage) => line.current?.send(message)

  const hear = useEffectEvent((message: FromPage) => {
    if (message.type === 'ask') {
      isNew.current = true
      setAsk(message.ask)
    }
    if (message.type !== 'hover' && message.type !== 'open') return
    const field = markedField(message.at, place, schema, form.values)
    if (!field) return
    if (message.type === 'hover') return send({ type: 'name', at: message.at, name: field.name })
    // Only a click gives the page the focus, so this never interrupts typing in the form.
    if (document.activeElement !== frame.current) return
    onOpen()
    if (field.where === 'here') context.openField(field.path)
    else if (field.where === 'global') {
      // Navigates to another screen, which asks before it discards unsaved edits.
      const { locale } = place
      const search = { field: field.path, ...(locale !== undefined && { locale }) }
      void navigate(addresses.global(field.entity.slug, search))
    } else {
      context.openDocument(field.entity.slug, field.id)
      void openInDrawer(field.path)
    }
  })
  useEffect(() => {
    const connection = new PageConnection({
      frame: () => frame.current?.contentWindow,
      origin,
      nonce,
      onConnected: setConnected,
      onMessage: hear,
      now: () => performance.now(),
    })
    line.current = connection
    window.addEventListener('message', connection.hear)
    return () => {
      window.removeEventListener('message', connection.hear)
      connection.close()
    }
  }, [frame, origin, nonce])

  useEffect(() => {
    if (isConnected) send({ type: 'editing', isOn: isEditing })
  }, [isConnected, isEditing])

  const { stored } = form
  const edits = useSelected(form.model, () => form.edits)
  const revision = stored?.revision
  const show = useEffectEvent(async (signal: AbortSignal) => {
    const render = (data: Readonly<Record<string, unknown>>) => renderUnsaved(place, data, ask ?? {}, signal)
    try {
      if (isNew.current) send({ type: 'stored', doc: await render({}) })
      isNew.current = false
      send({ type: 'document', doc: await render(edits) })
    } catch {
      // The page keeps its content; errors are shown when the document is saved.
    }
  })
  useEffect(() => {
    if (!isConnected || ask === null) return undefined
    const over = new AbortController()
    const timer = setTimeout(() => void show(over.signal), PAUSE)
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [isConnected, ask, edits, revision])

  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      const path = target instanceof Element && !target.closest('[role="dialog"]') ? fieldPathOf(target) : undefined
      if (path !== undefined) send({ type: 'focus', at: markOf(place, path) })
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [place])

  return { isConnected, isFollowing: isConnected && ask !== null, send, loaded: () => line.current?.loaded() }
}

/** Resolves once the document in the drawer has loaded. */
function openInDrawer(path: string): Promise<void> {
  const [name = ''] = path.split('.')
  const find = () => document.querySelector(`[role="dialog"]:has([data-field="${CSS.escape(name)}"])`)
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      observer.disconnect()
      resolve()
    }
    const look = () => {
      const drawer = find()
      if (!drawer) return
      end()
      void jumpToField(path, drawer)
    }
    const observer = new MutationObserver(look)
    const timer = setTimeout(end, PATIENCE)
    observer.observe(document.body, { childList: true, subtree: true })
    look()
  })
}
