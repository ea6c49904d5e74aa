/** The platform's own `File`, which the handlers know; jsdom puts another in its place. */
export { File as PlatformFile } from 'node:buffer'
