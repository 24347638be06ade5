"use strict";
/* Draws the plots of a Headroom report from the figures embedded in the page. */
const Charts = (() => {
  const ACTIVITIES = [
    ["RUNNING", "running", "--running"],
    ["AWAITING_DOWNSTREAM", "awaiting a downstream", "--downstream"],
    ["AWAITING_POOL", "awaiting another pool", "--pool"],
    ["AWAITING_CONNECTION", "awaiting a connection", "--connection"],
    ["AWAITING_LOCK", "awaiting a lock", "--lock"],
    ["SLEEPING", "sleeping", "--sleeping"],
    ["AWAITING_OTHER", "waiting otherwise", "--other"],
    ["IDLE", "idle", "--idle"],
  ];
  const PALETTE = ["--c1", "--c2", "--c3", "--c4", "--c5", "--c6"];
  const DASHES = [[], [10, 10], [3, 9], [14, 5, 3, 5], [6, 6], [2, 4]];
  const FONT = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
  const QUANTILES = [1, 2, 10, 20, 100, 1000, 10000, 100000, 1e6, 1e7];

  /* Resolved by the browser, in the theme of the moment: a canvas does not know variables. */
  const probe = document.body.appendChild(document.createElement("i"));
  probe.hidden = true;
  const css = (name, percent = 100) => {
    probe.style.color = `color-mix(in srgb, var(${name}) ${percent}%, transparent)`;
    return getComputedStyle(probe).color;
  };

  const digits = value => {
    const size = Math.abs(value);
    if (size === 0) return "0";
    const decimals = Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(size))));
    return value.toLocaleString("en-US", { maximumFractionDigits: decimals, useGrouping: size >= 9999.5 });
  };
  const count = value => value == null ? "" : digits(value);
  const millis = value => value == null ? ""
    : value === 0 ? "0" : Math.abs(value) < 999.5 ? digits(value) + " ms" : digits(value / 1000) + " s";
  const seconds = value => value == null ? "" : digits(Math.round(value * 10) / 10) + " s";
  const percentile = x => x == null ? "" : x <= 1 ? "0 %" : Number((100 * (1 - 1 / x)).toPrecision(7)) + " %";

  const axis = (format, more) => ({
    stroke: css("--muted"), font: FONT,
    grid: { stroke: css("--grid"), width: 1 }, ticks: { show: false },
    values: (u, splits) => splits.map(value => value == null ? "" : format(value)),
    ...more,
  });

  /* Text on the canvas with a rim of the page's colour, so that it can be read over a line or an area. */
  const write = (ctx, text, at, y, color) => {
    const dpr = devicePixelRatio;
    ctx.font = FONT.replace("12px", 11 * dpr + "px");
    ctx.setLineDash([]);
    ctx.lineJoin = "round"; ctx.lineWidth = 4 * dpr; ctx.strokeStyle = css("--paper");
    ctx.strokeText(text, at, y);
    ctx.fillStyle = css(color);
    ctx.fillText(text, at, y);
  };

  /* The time after the load in a shade of its own, and lines across the plot with their names. */
  const marks = (lines, loadEnd) => ({ hooks: {
    drawClear: u => {
      if (loadEnd == null || loadEnd >= u.scales.x.max) return;
      const from = u.valToPos(loadEnd, "x", true), { ctx, bbox } = u;
      ctx.save();
      ctx.fillStyle = css("--band");
      ctx.fillRect(from, bbox.top, bbox.left + bbox.width - from, bbox.height);
      ctx.restore();
    },
    draw: u => {
      const { ctx, bbox } = u, dpr = devicePixelRatio, right = bbox.left + bbox.width;
      ctx.save();
      lines.filter(line => line.at != null && line.at <= u.scales.y.max && line.at >= u.scales.y.min).forEach(line => {
        const y = u.valToPos(line.at, "y", true), color = line.color || "--muted";
        ctx.strokeStyle = css(color);
        ctx.lineWidth = 1.25 * dpr; ctx.setLineDash([4 * dpr, 4 * dpr]);
        ctx.beginPath(); ctx.moveTo(bbox.left, y); ctx.lineTo(right, y); ctx.stroke();
        ctx.textAlign = "right"; ctx.textBaseline = line.below ? "top" : "bottom";
        write(ctx, line.name, right - 4 * dpr, y + (line.below ? 4 : -4) * dpr, color);
      });
      const from = loadEnd == null ? right : u.valToPos(loadEnd, "x", true);
      if (right - from > 48 * dpr) {
        ctx.textAlign = "left"; ctx.textBaseline = "bottom";
        write(ctx, "drain", from + 5 * dpr, bbox.top + bbox.height - 5 * dpr, "--muted");
      }
      ctx.restore();
    },
  } });

  const series = (label, color, format, more) => ({
    label, legend: css(color), stroke: css(color), width: 1.75, points: { show: false }, value: (u, value) => format(value), ...more,
  });
  const zeroBased = (u, min, max) => [0, Math.max(max, 0) * 1.08 || 1];

  const overTime = (run, index, columns, lines, format, more) => ({
    columns,
    options: {
      scales: { x: { time: false }, y: { range: zeroBased } },
      axes: [axis(seconds, { size: 34 }), axis(format, { size: 58 })],
      cursor: { sync: { key: "run-" + index, scales: ["x", null] }, drag: { x: true, y: false }, points: { size: 6 } },
      series: [{ label: "at", value: (u, value) => seconds(value) }, ...columns.slice(1).map(column => column.series)],
      plugins: [marks(lines, run.loadEnd)],
      ...more,
    },
    formats: [seconds, ...columns.slice(1).map(() => format)],
  });
  const x = values => ({ values });
  const column = (values, drawn) => ({ values, series: drawn });

  const latency = (run, index) => {
    const s = run.seconds, top = Math.max(...s.max.map(Number));
    return overTime(run, index, [
      x(s.t),
      column(s.max, series("max", "--c6", millis, { width: 1, dash: [2, 3] })),
      column(s.p95, series("p95", "--c2", millis)),
      column(s.p50, series("p50", "--c1", millis)),
    ], run.physics && top < run.physics * 20 ? [{ at: run.physics, name: "physics " + millis(run.physics), below: true }] : [], millis);
  };

  const throughput = (run, index) => {
    const s = run.seconds, step = uPlot.paths.stepped({ align: 1 });
    const columns = [
      x(s.t),
      column(s.started, series("sent", "--c6", count, { width: 1.25, paths: step })),
      column(s.ok, series("answered", "--c3", count, { paths: step, fill: css("--c3", 14) })),
    ];
    if (s.offered) columns.push(column(s.offered, series("offered", "--c5", count, { width: 1, dash: [4, 4], paths: step })));
    if (s.failed.some(Boolean)) columns.push(column(s.failed, series("failed", "--failed", count, { paths: step })));
    const lines = run.ceiling ? [{ at: run.ceiling, name: "ceiling " + count(run.ceiling) + "/s", color: "--bound" }] : [];
    return overTime(run, index, columns, lines, count);
  };

  const waiting = (run, index) => {
    const s = run.seconds, queued = Object.entries(run.pools || {}).filter(([, pool]) => pool.queue.some(q => q >= 1));
    const tables = [[s.t, s.inFlight], ...queued.map(([, pool]) => [pool.t, pool.queue])];
    const joined = tables.length > 1 ? uPlot.join(tables) : tables[0];
    const drawn = [series("requests in flight", "--c1", count, { spanGaps: true }),
      ...queued.map(([name], i) => series(name + " queue", PALETTE[(i + 1) % 6], count, { spanGaps: true, dash: DASHES[(i + 1) % 6] }))];
    return overTime(run, index, joined.map((values, i) => i ? column(values, drawn[i - 1]) : x(values)), [], count);
  };

  const threads = (run, index, name, top) => {
    const pool = run.pools[name], stack = [], columns = [x(pool.t)];
    const shown = ACTIVITIES.filter(([key]) => pool.activities[key]);
    shown.forEach(([key, label, color], i) => {
      const raw = pool.activities[key];
      stack.push(raw.map((value, at) => value + (i ? stack[i - 1][at] : 0)));
      columns.push({ values: stack[i], raw, series: series(label, color, count, {
        width: 1, fill: i ? undefined : css(color, 82),
        value: (u, value, si, at) => at == null ? "" : count(raw[at]),
      }) });
    });
    const bound = pool.maximum ? [{ at: pool.maximum, name: "maximum " + count(pool.maximum) }] : [];
    return overTime(run, index, columns, bound, count, {
      scales: { x: { time: false }, y: { range: [0, top * 1.14] } },
      bands: shown.slice(1).map(([, , color], i) => ({ series: [i + 2, i + 1], fill: css(color, 82) })),
    });
  };

  const live = (run, index, pool, top, end) => {
    const columns = [x(run.live.t), column(run.live.platform, series("threads", "--c1", count, { fill: css("--c1", 22) }))];
    if (run.live.virtual) columns.push(column(run.live.virtual, series("virtual threads", "--c2", count, { dash: [5, 4] })));
    const more = end ? { x: { time: false, range: [-4, end] } } : { x: { time: false } };
    return overTime({ ...run, loadEnd: null }, index, columns, [], count, {
      scales: { ...more, y: { range: [0, top * 1.06] } }, cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      axes: [axis(seconds, { size: 30 }), axis(count, { size: 42 })] });
  };

  /* Throughput while a limit is moved to and fro; in each window what was counted. Windows in which it is moved are darker. */
  const move = (run, index, which) => {
    const { t, x: rates, windows } = run.moves[which];
    const within = moved => t.map(at => { const w = windows.find(w => at >= w[1] && at <= w[2]); return w && w[0] === moved ? w[3] : null; });
    const level = (label, moved, color) => column(within(moved), series(label, color, count, { width: 4, stroke: css(color, 75) }));
    const columns = [x(t), column(rates, series("answered", "--c6", count, { width: 1.25 })),
      level("at home", false, "--c3"), level("moved", true, "--c2")];
    const shades = { hooks: { drawClear: u => windows.forEach(([moved, from, to]) => {
      const { ctx, bbox } = u, left = u.valToPos(from, "x", true);
      ctx.save();
      ctx.fillStyle = moved ? css("--c2", 22) : css("--band");
      ctx.fillRect(left, bbox.top, u.valToPos(to, "x", true) - left, bbox.height);
      ctx.restore();
    }) } };
    return overTime({}, index, columns, [], count, { plugins: [shades], cursor: { drag: { x: false, y: false }, points: { size: 6 } },
      scales: { x: { time: false }, y: { range: (u, min, max) => [0, max * 1.15 || 1] } } });
  };

  const quantilePlot = (tables, drawn, log, physics) => {
    const joined = tables.length > 1 ? uPlot.join(tables) : tables[0];
    const lows = tables.flatMap(table => table[1]).filter(value => value > 0);
    const low = Math.min(...lows, physics || Infinity), high = Math.max(...lows);
    const columns = joined.map((values, i) => i ? column(values, drawn[i - 1]) : x(values));
    return {
      columns, formats: [percentile, ...drawn.map(() => millis)],
      options: {
        scales: {
          x: { time: false, distr: 3, range: (u, min, max) => [1, Math.max(max, 10)] },
          y: log ? { distr: 3, range: () => [low * .8, high * 1.25] } : { range: zeroBased },
        },
        axes: [
          axis(percentile, { size: 34, space: 30, splits: u => QUANTILES.filter(q => q <= u.scales.x.max), filter: (u, splits) => splits }),
          axis(millis, { size: 58, ...(log ? {
            splits: () => [1, 2, 5].flatMap(m => [...Array(8).keys()].map(e => m * 10 ** e)).filter(v => v >= low * .8 && v <= high * 1.25).sort((a, b) => a - b),
            filter: (u, splits) => splits } : {}) }),
        ],
        series: [{ label: "percentile", value: (u, value) => percentile(value) }, ...drawn],
        cursor: { drag: { x: false, y: false }, points: { size: 6 } },
        plugins: [marks(physics ? [{ at: physics, name: "physics " + millis(physics), below: true }] : [])],
      },
    };
  };

  const percentiles = run => quantilePlot(
    [[run.intended.x, run.intended.y], [run.actual.x, run.actual.y]],
    [series("from the intended start", "--c1", millis, { spanGaps: true, width: 2 }),
      series("from the actual start", "--c2", millis, { spanGaps: true, dash: [6, 4] })], false, null);

  /* How many curves before this one lie where it lies: it is dashed, so that they show through. */
  const alike = (runs, i) => {
    const end = run => run.intended.y[run.intended.y.length - 1], middle = run => run.intended.y[run.intended.y.length >> 1];
    const near = (a, b) => Math.abs(a - b) <= .08 * Math.max(a, b);
    return runs.slice(0, i).filter(run => near(end(run), end(runs[i])) && near(middle(run), middle(runs[i]))).length;
  };

  const comparison = runs => {
    const seen = runs.filter(run => run.intended && run.intended.x.length);
    return quantilePlot(seen.map(run => [run.intended.x, run.intended.y]),
      seen.map((run, i) => series(run.name, PALETTE[i % 6], millis, { spanGaps: true, width: 2.25, dash: DASHES[(alike(seen, i) + Math.floor(i / 6)) % 6] })),
      true, Math.min(...seen.map(run => run.physics || Infinity)));
  };

  const KINDS = { latency, throughput, waiting, threads, live, move, percentiles, comparison };
  const HEIGHTS = { threads: 190, live: 150, comparison: 340 };

  const height = place => HEIGHTS[place.dataset.kind] || 230;

  /** The plot of one place on the page: {plot, columns, formats}. */
  const draw = (data, place) => {
    const { kind, run, pool, top, end } = place.dataset;
    const built = kind === "comparison" ? comparison(data.runs) : KINDS[kind](data.runs[run], run, pool, Number(top), Number(end));
    const size = { width: Math.max(240, place.clientWidth), height: height(place) };
    const plot = new uPlot({ ...size, ...built.options, legend: { live: true, markers: { width: 0, fill: (u, i) => built.columns[i].series.legend } } }, built.columns.map(c => c.values), place);
    return { kind, pool, plot, place, height: size.height, columns: built.columns, formats: built.formats };
  };

  return { draw, height };
})();
