package dev.headroom.report;

/** Looks in the page for text whose contrast is below WCAG 2.2 AA: 4.5 to 1, large text 3 to 1. */
final class Contrast {

    static final String TOO_LITTLE = """
            (() => {
              const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
              const over = (colour, base) => {
                canvas.fillStyle = `rgb(${base.join()})`; canvas.fillRect(0, 0, 1, 1);
                canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
              };
              const bases = new Map([[null, [255, 255, 255]]]);
              const behind = e => {
                if (!bases.has(e)) bases.set(e, over(getComputedStyle(e).backgroundColor, behind(e.parentElement)));
                return bases.get(e);
              };
              const luminance = rgb => rgb.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
              const bad = new Set();
              for (const e of document.querySelectorAll('body *')) {
                if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || !e.checkVisibility({ visibilityProperty: true })) continue;
                if (['SCRIPT', 'STYLE'].includes(e.tagName)) continue;
                const base = behind(e), style = getComputedStyle(e);
                const [a, b] = [luminance(over(style.color, base)), luminance(base)].sort((x, y) => y - x);
                const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
                const ratio = (a + .05) / (b + .05);
                if (ratio < (large ? 3 : 4.5)) bad.add(`${e.tagName}.${e.className} ${e.textContent.slice(0, 30)} ${ratio.toFixed(2)}`);
              }
              return [...bad];
            })()""";

    private Contrast() {}
}
