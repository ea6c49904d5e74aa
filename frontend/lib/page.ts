import { useEffect } from 'react'

/** Functions of the browser that act on the page; an object, so that a test can replace them. */
export const page = {
  reload: () => location.reload(),
}

/** Sets the title of the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Partnerview`
  }, [title])
}
