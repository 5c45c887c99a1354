// A click on the name of a section opens or folds it, as its button does.
document.addEventListener("click", ({ target }) => {
  if (target.matches(".wy-menu-vertical a:not([href])")) target.querySelector("button")?.click();
});
