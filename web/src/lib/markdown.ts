/** Markdown of the house's own rules as clean HTML. */
import DOMPurify from 'dompurify';
import { marked, Renderer } from 'marked';

export function html(markdown: string): string {
  const slug = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(/\s+/g, '-');
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // What is too wide for a phone scrolls by itself, and a keyboard reaches it.
      table(token) {
        // A corner without a word is no heading.
        const table = Renderer.prototype.table.call(this, token).replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>');
        return `<div class="wide" role="group" aria-label="Table" tabindex="0">${table}</div>`;
      },
      code(token) {
        return Renderer.prototype.code
          .call(this, token)
          .replace('<pre>', '<pre role="group" aria-label="Example" tabindex="0">');
      },
      // Pictures lie beside the text in the repository; the house does not serve them.
      image: ({ href }) => (/^(data:|\/)/.test(href) ? false : ''),
    },
  });
  return DOMPurify.sanitize(marked.parse(markdown, { async: false }));
}
