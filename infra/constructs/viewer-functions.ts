/** Code of the CloudFront Functions that change a request before CloudFront handles it (JavaScript runtime 2.0). */

/**
 * Code of a CloudFront function that shows the app for every path without a file extension. So a link to a screen
 * opens, while a missing file still answers 404.
 */
export const showApp = `function handler(event) {
  var request = event.request;
  var name = request.uri.slice(request.uri.lastIndexOf('/') + 1);
  if (name.indexOf('.') === -1) request.uri = '/index.html';
  return request;
}`

/**
 * Code of a CloudFront function that sets `x-viewer-address` to the caller's address, over any value the caller sent.
 * CloudFront's own header is not documented for the policy "all headers except Host"
 * (docs/decisions/0034-the-edge.md).
 */
export const tellViewerAddress = `function handler(event) {
  var request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}`
