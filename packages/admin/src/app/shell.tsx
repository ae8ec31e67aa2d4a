import { Link, Outlet } from '@tanstack/react-router'
import { lazy, type MouseEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { addresses } from '../data/addresses.ts'
import { development } from '../data/page-settings.ts'
import { errorWords, explain } from '../data/error-words.ts'
import { useFollowing } from '../data/feed/use-following.ts'
import { useOnline } from '../data/use-online.ts'
import { useRightsFailure } from '../data/use-rights.ts'
import { useIsSignedOut } from '../data/use-session.ts'
import { catchLetters } from '../design/catch-letters.ts'
import { Dialog } from '../design/dialog.tsx'
import { Loading } from '../design/loading.tsx'
import { ShellActions } from '../design/page-bar.tsx'
import { toastError, useLate } from '../design/toasts.tsx'
import { useBeside } from '../screens/beside.ts'
import { accessWords } from '../words/access.ts'
import { useAppearance } from '../words/appearance.ts'
import { shellWords } from '../words/shell.ts'
import { useWords } from '../words/use-words.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

const loadPalette = () => import('./command-palette.tsx')
const loadShortcuts = () => import('./shortcuts-sheet.tsx')
const ShortcutsSheet = lazy(async () => ({ default: (await loadShortcuts()).ShortcutsSheet }))
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }))

/** Frame of every screen: the navigation, the palette, and the offline notice. */
export function Shell() {
  const said = useWords(shellWords)
  const { narrow } = useAppearance()
  const isOnline = useOnline()
  const errors = useWords(errorWords)
  // Without this notice, a page without actions would look as if nothing were allowed.
  const failure = useRightsFailure()
  const isSignedOut = useIsSignedOut()
  const { signIn } = useWords(accessWords)
  const beside = useBeside()
  useFollowing()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isSheetOpen, setSheetOpen] = useState(false)
  const [isShortcutsOpen, setShortcutsOpen] = useState(false)

  // Prefetched after the first load: keys typed right after Ctrl+K must arrive, and shortcuts must work offline.
  useEffect(() => void setTimeout(() => void Promise.allSettled([loadPalette(), loadShortcuts()]), 1000), [])
  const late = useLate()
  const openShortcuts = () => late(loadShortcuts, () => setShortcutsOpen(true))

  const takeLetters = useRef<() => string>(() => '')
  // Offline, the code of the palette may not load; that must not break the shell.
  const openPalette = () =>
    void loadPalette().then(
      () => setPaletteOpen(true),
      (error: unknown) => {
        takeLetters.current()
        toastError(explain(error, errors))
      },
    )
  const onPaletteKey = useEffectEvent(() => {
    takeLetters.current()
    if (isPaletteOpen) return setPaletteOpen(false)
    takeLetters.current = catchLetters()
    openPalette()
  })
  const onShortcutsKey = useEffectEvent(openShortcuts)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        onPaletteKey()
      } else if (event.key === '?' && !isTyped(event)) {
        event.preventDefault()
        onShortcutsKey()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <ShellActions value={{ openNavigation: () => setSheetOpen(true) }}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {said.skip}
      </a>
      <div className={styles.shell} data-narrow={narrow || undefined}>
        <aside className={styles.side}>
          <Sidebar isNarrow={narrow} onFind={openPalette} onShortcuts={openShortcuts} />
        </aside>
        <main className={styles.main} id="content" tabIndex={-1}>
          {!isOnline && (
            <p className={styles.offline} role="status">
              {development === undefined ? said.offline : said.stopped}
            </p>
          )}
          {isOnline && isSignedOut && (
            <p className={styles.offline} role="alert">
              {errors.unauthenticated} {/* Unsaved text stays until it can be saved. */}
              <Link {...addresses.signIn()} target="_blank">
                {signIn}
              </Link>
            </p>
          )}
          {isOnline && failure && !isSignedOut && (
            <p className={styles.offline} role="alert">
              {explain(failure, errors)}
            </p>
          )}
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Dialog kind="sheet" open={isSheetOpen} onClose={() => setSheetOpen(false)} title={said.navigation}>
        <Sidebar isNarrow={false} onFind={openPalette} onShortcuts={openShortcuts} onGo={() => setSheetOpen(false)} />
      </Dialog>
      {[...beside].map(([key, Component]) => (
        <Component key={key} />
      ))}
      {isShortcutsOpen && (
        <Suspense>
          <ShortcutsSheet onClose={() => setShortcutsOpen(false)} />
        </Suspense>
      )}
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette onClose={() => setPaletteOpen(false)} takeLetters={() => takeLetters.current()} />
        </Suspense>
      )}
    </ShellActions>
  )
}

/** In a text input, `?` is a character, not a shortcut. */
function isTyped({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true
  return target instanceof HTMLElement && target.closest(TYPED_IN) !== null
}

const TYPED_IN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"]'

/** Scrolls in code: with the page's <base>, a fragment link would load another address. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}
