import { useEffect } from 'react'

/** What the browser does to the page itself; an object, so that a test can watch it. */
export const page = {
  reload: () => location.reload(),
}

/** Names the page in the browser's tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Partnerview`
  }, [title])
}
