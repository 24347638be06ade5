/* Puts the plots into the page, keeps them in its theme and width, and shows their figures as tables when asked. */
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const places = [...document.querySelectorAll(".plot")];
  const drawn = new Map();
  const root = document.documentElement, button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");

  const draw = place => {
    drawn.get(place)?.plot.destroy();
    drawn.set(place, Charts.draw(data, place));
  };
  const drawAll = () => places.forEach(place => { if (!drawn.has(place)) draw(place); });
  /* A plot is drawn when it comes near the view: a page of many variants opens as fast as one of a few. */
  const near = new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) => {
    if (isIntersecting && !drawn.has(target)) draw(target);
  }), { rootMargin: "600px" });
  const resize = new ResizeObserver(entries => entries.forEach(({ target }) => {
    const chart = drawn.get(target), width = Math.max(240, target.clientWidth);
    if (chart && chart.plot.width !== width) chart.plot.setSize({ width, height: chart.height });
  }));

  let chosen = null;
  const wanted = () => chosen || (system.matches ? "dark" : "light");
  const apply = theme => {
    root.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    button.setAttribute("aria-label", "Switch to the " + (theme === "dark" ? "light" : "dark") + " theme");
    [...drawn.keys()].forEach(draw);
  };
  button.hidden = false;
  button.addEventListener("click", () => { chosen = wanted() === "dark" ? "light" : "dark"; apply(chosen); });
  system.addEventListener("change", () => apply(wanted()));

  const tableOf = ({ columns, formats, plot }) => {
    const table = document.createElement("table"), head = table.createTHead().insertRow(), body = table.createTBody();
    plot.series.forEach((series, i) => {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = series.label;
      if (i) cell.className = "number";
      head.append(cell);
    });
    columns[0].values.forEach((_, at) => {
      const row = body.insertRow();
      columns.forEach((column, i) => {
        const cell = row.insertCell();
        const value = (column.raw || column.values)[at];
        cell.textContent = formats[i](value);
        if (i) cell.className = "number";
      });
    });
    return table;
  };
  document.querySelectorAll("details.data").forEach(details => details.addEventListener("toggle", () => {
    const into = details.querySelector(".scroll"), place = details.parentElement.querySelector(".plot");
    if (details.open && !drawn.has(place)) draw(place);
    if (details.open && !into.firstChild) into.append(tableOf(drawn.get(place)));
  }));

  addEventListener("beforeprint", () => {
    document.querySelectorAll("details.raw").forEach(details => { details.open = true; });
    apply("light");
    drawAll();
  });
  addEventListener("afterprint", () => apply(wanted()));

  apply(wanted());
  places.forEach(place => {
    place.style.minHeight = Charts.height(place) + "px"; // the page keeps its length while plots come
    near.observe(place);
    resize.observe(place);
  });
  window.headroom = { data, charts: () => [...drawn.values()], drawAll };
})();
