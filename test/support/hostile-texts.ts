// Texts that would break out of a page whose writer takes no care.

export const hostileTexts: readonly string[] = [
  '</script><script>window.broken = 1</script>',
  '</SCRIPT ><img src=x onerror="window.broken = 1">',
  '<!--<script>',
  ']]><svg onload="window.broken = 1">',
  '{{script}} {{data}} $& $` $1',
  'line\u2028paragraph\u2029end',
  '&lt;b&gt; &amp; "quoted" \'single\'',
  'javascript:window.broken=1',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/png;base64,AAAA" onerror="window.broken = 1',
  '\0\u0007\u001b[31m\ufeff',
  '__proto__',
];
