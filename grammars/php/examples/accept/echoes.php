<ul>
  <li><?= $one ?></li>
  <li><?= $two; ?></li>
  <?php if ($three) { ?><li><?= $three ?></li><?php } ?>
</ul>
<p><?= $four->name() ?></p>
<p><?= $five ?></p>
